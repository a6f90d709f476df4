import { z } from 'zod'
import { type OauthClient, createOauthProvider } from './oauth-provider'
import type { Provider } from '../provider'

const user = z.object({
  id: z.int(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * Creates the provider for GitHub. Ignores the profile's email, which is unverified, and reads the list of emails.
 */
export function createGithubProvider(client: OauthClient): Provider {
  const { issuer } = client
  const home = issuer ?? 'https://github.com'
  // GitHub Enterprise serves its API under the same host.
  const api = issuer === undefined ? 'https://api.github.com' : `${issuer}/api/v3`
  return createOauthProvider(
    {
      name: 'github',
      label: 'GitHub',
      home,
      authorize: `${home}/login/oauth/authorize`,
      token: `${home}/login/oauth/access_token`,
      scopes: ['read:user', 'user:email'],
      async findPerson(callApi) {
        const person = await callApi(`${api}/user`, user)
        const list = await callApi(`${api}/user/emails`, emails)
        const best =
          list.find(({ primary, verified }) => primary && verified) ??
          list.find(({ verified }) => verified) ??
          list.find(({ primary }) => primary)
        return {
          subject: String(person.id),
          email: best?.email,
          hasVerifiedEmail: best?.verified === true,
          fullName: person.name ?? undefined,
          userName: person.login,
          avatar: person.avatar_url ?? undefined,
        }
      },
    },
    client,
  )
}
