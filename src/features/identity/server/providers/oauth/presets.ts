import type { AuthFile } from '~/platform/config/auth-file'
import type { Provider } from '../provider'
import { createDiscordProvider } from './discord'
import { createFacebookProvider } from './facebook'
import { createGithubProvider } from './github'
import type { OauthClient } from './oauth-provider'
import { createSpotifyProvider } from './spotify'

interface Preset {
  label: string
  /** Set for OpenID Connect providers. */
  issuer?: string
  /** Set for providers without OpenID Connect, each in its own file. */
  create?: (client: OauthClient) => Provider
}

/**
 * The providers with a fixed key in AUTH_FILE, such as `google`, in the order of their buttons. The schema in
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
