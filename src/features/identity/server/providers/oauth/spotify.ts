import { z } from 'zod'
import { type OauthClient, createOauthProvider } from './oauth-provider'
import type { Provider } from '../provider'

const user = z.object({
  id: z.string(),
  display_name: z.string().nullish(),
  email: z.string().optional(),
  images: z.array(z.object({ url: z.string() })).default([]),
})

/**
 * Creates the provider for Spotify. Its documentation says of the email: "there is no proof that it actually belongs to
 * the user". So it counts as unverified.
 */
export function createSpotifyProvider(client: OauthClient): Provider {
  const { issuer } = client
  const home = issuer ?? 'https://accounts.spotify.com'
  const api = issuer ?? 'https://api.spotify.com'
  return createOauthProvider(
    {
      name: 'spotify',
      label: 'Spotify',
      home,
      authorize: `${home}/authorize`,
      token: `${home}/api/token`,
      scopes: ['user-read-email'],
      inHeader: true,
      async findPerson(callApi) {
        const person = await callApi(`${api}/v1/me`, user)
        return {
          subject: person.id,
          email: person.email,
          hasVerifiedEmail: false,
          fullName: person.display_name ?? undefined,
          avatar: person.images[0]?.url,
        }
      },
    },
    client,
  )
}
