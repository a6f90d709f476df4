import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type OauthClient, createOauthProvider } from './oauth-provider'
import type { Provider } from '../provider'

const VERSION = 'v23.0'
const user = z.object({
  id: z.string(),
  name: z.string().optional(),
  email: z.string().optional(),
  picture: z.object({ data: z.object({ url: z.string() }) }).optional(),
})

/**
 * Creates the provider for Facebook. It counts a shared email as verified, because Facebook shares an email only
 * after verifying it.
 */
export function createFacebookProvider(client: OauthClient): Provider {
  const { issuer, clientSecret } = client
  const home = issuer ?? 'https://www.facebook.com'
  const graph = `${issuer ?? 'https://graph.facebook.com'}/${VERSION}`
  return createOauthProvider(
    {
      name: 'facebook',
      label: 'Facebook',
      home,
      authorize: `${home}/${VERSION}/dialog/oauth`,
      token: `${graph}/oauth/access_token`,
      scopes: ['email', 'public_profile'],
      async findPerson(callApi, token) {
        // Proves to Facebook that the request is from our app, because only the app knows the secret.
        const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
        const search = new URLSearchParams({ fields: 'id,name,email,picture', appsecret_proof: proof })
        const person = await callApi(`${graph}/me?${search}`, user)
        return {
          subject: person.id,
          email: person.email,
          hasVerifiedEmail: person.email !== undefined,
          fullName: person.name,
          avatar: person.picture?.data.url,
        }
      },
    },
    client,
  )
}
