import { isId } from '~/lib/ids'
import { parseOption, parseCursors, parseSearchText } from '~/lib/search-parameters'
import {
  SECURITY_FAMILIES,
  SECURITY_PERIODS,
  SECURITY_RESULTS,
  type SecurityFamily,
  type SecurityPeriod,
  type SecurityResult,
} from '../../rules/security-kinds'

/** Search parameters of /admin/security. */
export type SecuritySearch = {
  q?: string | undefined
  family?: SecurityFamily | undefined
  result?: SecurityResult | undefined
  /** Default: the last 24 hours, or everything if `person` is set. */
  period?: SecurityPeriod | undefined
  person?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** The result contains every key, because the router keeps the old value of a missing key. */
export function readSecuritySearch(raw: Record<string, unknown>): SecuritySearch {
  const person = parseSearchText(raw['person'], 37)
  return {
    q: parseSearchText(raw['q']),
    family: parseOption(SECURITY_FAMILIES, raw['family']),
    result: parseOption(SECURITY_RESULTS, raw['result']),
    period: parseOption(SECURITY_PERIODS, raw['period']),
    person: person !== undefined && isId(person) ? person : undefined,
    ...parseCursors(raw),
  }
}

export const getPeriod = ({ period, person }: SecuritySearch): SecurityPeriod =>
  period ?? (person === undefined ? 'day' : 'all')

/** Returns the filter for the list and the CSV export. */
export function toFilter(search: SecuritySearch) {
  const { q, family, result, person } = search
  return { period: getPeriod(search), q, family, result, personId: person }
}
