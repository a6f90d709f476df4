import { oneLine } from '~/lib/one-line'
import { FULL_NAME_MAX } from '../../rules/person-name'
import type { Destination } from '../../rules/destination'

/**
 * The name of a new profile: what an app or a provider says (full_name, name), else the part of the address before its @.
 * A number says nothing of who somebody is.
 */
export function nameOf(metadata: Readonly<Record<string, unknown>>, who: Destination): string {
  const said = [metadata['full_name'], metadata['name']].find((value) => typeof value === 'string')
  const candidates = [said, who.email?.slice(0, who.email.lastIndexOf('@')), 'Guest']
  for (const candidate of candidates) {
    const name = shorten(oneLine(candidate ?? ''))
    if (name !== '') return name
  }
  return 'Guest'
}

function shorten(text: string): string {
  return Array.from(text).slice(0, FULL_NAME_MAX).join('').trim()
}
