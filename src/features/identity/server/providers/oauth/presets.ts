import type { AuthFile } from '~/platform/config/auth-file'
import type { Provider } from '../provider'
import { createFacebookProvider } from './facebook'
import { createGithubProvider } from './github'
import { type OauthClient, createOauthProvider } from './oauth-provider'
import { createSpotifyProvider } from './spotify'
import { z } from 'zod'

const user = z.object({
  id: z.string(),
  username: z.string(),
  global_name: z.string().nullish(),
  avatar: z.string().nullish(),
  email: z.string().nullish(),
  verified: z.boolean().optional(),
})

interface Preset {
  label: string
  /** Set for OpenID Connect providers. */
  issuer?: string
  /** Set for providers without OpenID Connect, each in its own file. */
  create?: (client: OauthClient) => Provider
}

/**
 * The providers with their own key in AUTH_FILE, in the order of their buttons. The schema in
 * `platform/config/auth-file.ts` has the same keys. Apple's client has other fields, see `apple.ts`.
 */
const presets = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  apple: { label: 'Apple' },
  spotify: { label: 'Spotify', create: createSpotifyProvider },
  facebook: { label: 'Facebook', create: createFacebookProvider },
  github: { label: 'GitHub', create: createGithubProvider },
  discord: { label: 'Discord', create: createDiscordProvider },
} satisfies Partial<Record<keyof AuthFile, Preset>>
type Name = keyof typeof presets

// Object.entries loses the literal types of the keys.
export const presetList = Object.entries(presets).map(([name, { label }]) => ({ name: name as Name, label }))

/** Returns the preset of this name, even when it is not configured; undefined for Apple. */
export function findPreset(name: string): (Preset & { name: Exclude<Name, 'apple'> }) | undefined {
  if (name === 'apple' || !Object.hasOwn(presets, name)) return undefined
  const known = name as Exclude<Name, 'apple'>
  return { ...presets[known], name: known }
}

function createDiscordProvider(client: OauthClient): Provider {
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
