import { isId } from '~/lib/ids'
import {
  SECURITY_FAMILIES,
  SECURITY_PERIODS,
  SECURITY_RESULTS,
  type SecurityFamily,
  type SecurityPeriod,
  type SecurityResult,
} from '../../rules/security-kinds'

/** The search of /admin/security. */
export type SecuritySearch = {
  q?: string | undefined
  family?: SecurityFamily | undefined
  result?: SecurityResult | undefined
  /** Left out: the last 24 hours; of one person, everything. */
  period?: SecurityPeriod | undefined
  person?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

const text = (value: unknown, max: number) =>
  typeof value === 'string' && value !== '' && value.length <= max ? value : undefined
const oneOf = <Word extends string>(words: readonly Word[], value: unknown) =>
  words.find((word) => word === value)

/** Every key is named, since the router keeps what is left out. */
export function readSecuritySearch(raw: Record<string, unknown>): SecuritySearch {
  const person = text(raw['person'], 36)
  return {
    q: text(raw['q'], 100),
    family: oneOf(SECURITY_FAMILIES, raw['family']),
    result: oneOf(SECURITY_RESULTS, raw['result']),
    period: oneOf(SECURITY_PERIODS, raw['period']),
    person: person !== undefined && isId(person) ? person : undefined,
    after: text(raw['after'], 120),
    before: text(raw['before'], 120),
  }
}

export const periodOf = ({ period, person }: SecuritySearch): SecurityPeriod =>
  period ?? (person === undefined ? 'day' : 'all')

/** What the list and the file are asked for. */
export function filterOf(search: SecuritySearch) {
  const { q, family, result, person } = search
  return {
    period: periodOf(search),
    ...(q !== undefined && { q }),
    ...(family !== undefined && { family }),
    ...(result !== undefined && { result }),
    ...(person !== undefined && { personId: person }),
  }
}

export const firstPage = (search: SecuritySearch): SecuritySearch => ({
  ...search,
  after: undefined,
  before: undefined,
})
