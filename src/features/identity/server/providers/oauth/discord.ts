import { z } from 'zod'
import { type OauthClient, createOauthProvider } from './oauth-provider'
import type { Provider } from '../provider'

const user = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().optional(),
})

export function createDiscordProvider(client: OauthClient): Provider {
  const home = client.issuer ?? 'https://discord.com'
  return createOauthProvider(
    {
      name: 'discord',
      label: 'Discord',
      home,
      authorize: `${home}/oauth2/authorize`,
      token: `${home}/api/oauth2/token`,
      scopes: ['identify', 'email'],
      async findPerson(callApi) {
        const person = await callApi(`${home}/api/users/@me`, user)
        return {
          subject: person.id,
          email: person.email ?? undefined,
          hasVerifiedEmail: person.verified === true,
          fullName: person.global_name ?? undefined,
          userName: person.username,
          avatar: person.avatar
            ? `https://cdn.discordapp.com/avatars/${person.id}/${person.avatar}.png`
            : undefined,
        }
      },
    },
    client,
  )
}
