import { CURRENCIES, type Currency } from '~/lib/currency'
import { formatUrl, parseOption, parseSearchText } from '~/lib/search-parameters'
import { STATEMENT_FILTERS, type StatementFilter, type StatementLine } from '../../rules/statement-line'
import { isMonth } from '../../rules/statement-month'

/** The search params of the Money page, without defaults. */
export type MoneySearch = {
  month?: string | undefined
  kind?: StatementFilter | undefined
  event?: string | undefined
  /** The currency of the latest event by default. */
  currency?: Currency | undefined
}

/** The filters of a list of single entries. */
export type EntryFilters = MoneySearch & { line?: StatementLine | undefined; q?: string | undefined }

/** Ignores unknown values. Returns every key, because the router keeps the old values of missing keys. */
export function readMoneySearch(raw: Record<string, unknown>): MoneySearch {
  const month = parseSearchText(raw['month'], 7)
  return {
    month: month !== undefined && isMonth(month) ? month : undefined,
    kind: parseOption(STATEMENT_FILTERS, raw['kind']),
    event: parseSearchText(raw['event'], 64),
    currency: parseOption(CURRENCIES, raw['currency']),
  }
}

export const toCsvUrl = ({ month, kind, event, currency, line, q }: EntryFilters) =>
  formatUrl('/api/v1/me/money.csv', { month, kind, event, currency, line, q })

export const toStatementUrl = ({ month, currency }: Pick<MoneySearch, 'month' | 'currency'>) =>
  formatUrl('/api/v1/me/statement.pdf', { month, currency })

export const toYearUrl = ({ year, currency }: { year: string; currency: Currency }) =>
  formatUrl('/api/v1/me/year.csv', { year, currency })
