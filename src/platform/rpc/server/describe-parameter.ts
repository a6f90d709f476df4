import { createExample, type JsonSchema } from './json-schema'

interface Parameter {
  name: string
  description?: string
  example?: unknown
  schema?: JsonSchema
}

/** By name, since a name means the same in every call. Names that end with `Id` need no entry. */
const descriptions: Readonly<Record<string, string>> = {
  action: 'The family of actions to list.',
  after: 'The `nextCursor` of the previous page.',
  before: 'The `previousCursor` of the next page, for going back.',
  date: '`tonight`, `weekend` or a month such as `2026-12`.',
  day: 'A calendar day.',
  direction: 'Ascending or descending.',
  document: 'The document to return.',
  family: 'The family of security events to list.',
  filter: 'Which rows to list.',
  genre: 'A genre of music.',
  guestsTag: 'The version of the guest list stored on the phone.',
  id: 'The id of the resource.',
  ids: 'The ids to look up.',
  key: 'The name of a setting.',
  limit: 'The maximum number of rows to return.',
  month: 'A month, such as `2026-12`.',
  period: 'Upcoming or past, or how far back to look.',
  q: 'Words to search for. Case and accents are ignored.',
  reference: 'The reference of a sandbox payment.',
  result: 'Successes or failures only.',
  role: 'A role.',
  search: 'Words to search for. Case and accents are ignored.',
  show: 'Which people to list.',
  since: 'The newest change stored on the phone.',
  sort: 'The column to sort by.',
  status: 'Only rows with this status.',
  tab: 'Which list to return.',
  timezone: 'The IANA time zone of the days.',
  token: 'The token of the emailed link.',
  topic: 'A kind of notification.',
  type: 'The type of member.',
  types: 'Only these types.',
}

/** Adds the description and an example to a parameter. */
export function describeParameter(parameter: Parameter): void {
  const { name, schema } = parameter
  const about = /^(.+)Id$/u.exec(name)?.[1]?.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
  const description = descriptions[name] ?? (about === undefined ? undefined : `The id of the ${about}.`)
  if (description !== undefined) parameter.description ??= description
  if (schema) parameter.example ??= createExample(schema, name)
}
