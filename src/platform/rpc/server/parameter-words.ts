import { exampleOf, type JsonSchema } from './json-schema'

interface Parameter {
  name: string
  description?: string
  example?: unknown
  schema?: JsonSchema
}

/** By name, since a name means the same in every call. Names that end with `Id` need no entry. */
const words: Readonly<Record<string, string>> = {
  action: 'The family of actions to list.',
  after: 'The `nextCursor` of the page before.',
  before: 'The cursor of the page after, for going back.',
  day: 'A local day.',
  direction: 'Ascending or descending.',
  family: 'The family of security events to list.',
  filter: 'Which rows to list.',
  genre: 'A genre of music.',
  guestsTag: 'The version of the guest list that the phone has.',
  id: 'The id of the resource.',
  ids: 'The ids to look up.',
  key: 'The name of a setting.',
  limit: 'The most rows to return.',
  month: 'A month, such as `2026-12`.',
  period: 'How far back to look.',
  q: 'Words to search for, without regard to case and accents.',
  reference: 'The reference of a sandbox payment.',
  result: 'Successes or failures only.',
  role: 'A role.',
  search: 'Words to search for, without regard to case and accents.',
  show: 'Which people to list.',
  since: 'The newest change that the phone has.',
  sort: 'The column to sort by.',
  status: 'Only rows with this status.',
  tab: 'Which list to return.',
  timezone: 'The IANA time zone in which days begin.',
  token: 'The token of the emailed link.',
  topic: 'A kind of notification.',
  type: 'The type of member.',
  types: 'Only these types.',
  when: 'Upcoming or past; for events also a date range.',
  which: 'Which text.',
}

/** Adds the description and an example to a parameter. */
export function describeParameter(parameter: Parameter): void {
  const { name, schema } = parameter
  const about = /^(.+)Id$/u.exec(name)?.[1]?.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
  const description = words[name] ?? (about === undefined ? undefined : `The id of the ${about}.`)
  if (description !== undefined) parameter.description ??= description
  if (schema) parameter.example ??= exampleOf(schema, name)
}
