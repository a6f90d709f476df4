import { isId } from '~/lib/ids'
import { formatUrl, parseOption, parseCursors, parseSearchText } from '~/lib/search-parameters'
import { AUDIT_FAMILIES, AUDIT_PERIODS, type AuditFamily, type AuditPeriod } from '../../rules/audit-filters'

export type AuditSearch = {
  q?: string | undefined
  action?: AuditFamily | undefined
  /** The period; by default the last 30 days, or all time for the entries of one person. */
  period?: AuditPeriod | undefined
  person?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** Returns every key, even without a value, because the router keeps the old value of a missing key. */
export function readAuditSearch(raw: Record<string, unknown>): AuditSearch {
  const person = parseSearchText(raw['person'], 37)
  const search = {
    q: parseSearchText(raw['q']),
    action: parseOption(AUDIT_FAMILIES, raw['action']),
    person: person !== undefined && isId(person) ? person.toLowerCase() : undefined,
    ...parseCursors(raw),
  }
  const period = parseOption(AUDIT_PERIODS, raw['period'])
  return { ...search, period: period === getDefaultPeriod(search) ? undefined : period }
}

export function getDefaultPeriod({ person }: Pick<AuditSearch, 'person'>): AuditPeriod {
  return person === undefined ? 'month' : 'all'
}

export const getPeriod = (search: AuditSearch): AuditPeriod => search.period ?? getDefaultPeriod(search)

/** Returns the path of the CSV export with the current filters. */
export function getExportPath(search: AuditSearch): string {
  const { q, action, person } = search
  return formatUrl('/admin/audit.csv', { q, action, person, period: getPeriod(search) })
}
