import { hasLink } from '~/lib/link-in-name'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { FULL_NAME_MAX } from '../../rules/person-name'
import type { Destination } from '../../rules/destination'

/**
 * Returns a name for a new profile: the `full_name` or `name` that the app or provider sent, otherwise the part of the
 * email before the @, otherwise Guest. Skips names that contain a link.
 */
export function deriveName(metadata: Readonly<Record<string, unknown>>, destination: Destination): string {
  const given = [metadata['full_name'], metadata['name']].find((value) => typeof value === 'string')
  const candidates = [given, destination.email?.slice(0, destination.email.lastIndexOf('@')), 'Guest']
  for (const candidate of candidates) {
    const name = shorten(cleanSingleLineText(candidate ?? ''))
    if (name !== '' && !hasLink(name)) return name
  }
  return 'Guest'
}

function shorten(text: string): string {
  return Array.from(text).slice(0, FULL_NAME_MAX).join('').trim()
}
