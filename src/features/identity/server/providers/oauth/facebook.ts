import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type OauthClient, oauthProvider } from './oauth-provider'
import type { Provider } from '../provider'

const VERSION = 'v23.0'
const user = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string() }) }).optional(),
})

/** Facebook shares an email only once it is verified there. */
export function facebook(client: OauthClient): Provider {
  const { issuer, clientSecret } = client
  const home = issuer ?? 'https://www.facebook.com'
  const graph = `${issuer ?? 'https://graph.facebook.com'}/${VERSION}`
  return oauthProvider(
    {
      name: 'facebook',
      label: 'Facebook',
      home,
      authorize: `${home}/${VERSION}/dialog/oauth`,
      token: `${graph}/oauth/access_token`,
      scopes: ['email', 'public_profile'],
      async findPerson(ask, token) {
        // Shows Facebook that our app holds the token: only the secret’s holder can sign it.
        const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
        const search = new URLSearchParams({ fields: 'id,name,email,picture', appsecret_proof: proof })
        const who = await ask(`${graph}/me?${search}`, user)
        return {
          subject: who.id,
          email: who.email,
          hasVerifiedEmail: who.email !== undefined,
          fullName: who.name,
          avatar: who.picture?.data.url,
        }
      },
    },
    client,
  )
}
