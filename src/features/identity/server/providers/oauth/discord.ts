import { z } from 'zod'
import { type OauthClient, oauthProvider } from './oauth-provider'
import type { Provider } from '../provider'

const user = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().optional(),
})

export function discord(client: OauthClient): Provider {
  const home = client.issuer ?? 'https://discord.com'
  return oauthProvider(
    {
      name: 'discord',
      label: 'Discord',
      home,
      authorize: `${home}/oauth2/authorize`,
      token: `${home}/api/oauth2/token`,
      scopes: ['identify', 'email'],
      async findPerson(ask) {
        const who = await ask(`${home}/api/users/@me`, user)
        return {
          subject: who.id,
          email: who.email ?? undefined,
          hasVerifiedEmail: who.verified === true,
          fullName: who.global_name ?? undefined,
          userName: who.username,
          avatar: who.avatar ? `https://cdn.discordapp.com/avatars/${who.id}/${who.avatar}.png` : undefined,
        }
      },
    },
    client,
  )
}
