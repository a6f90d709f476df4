import { formatIsoDay } from '~/lib/time'

interface RecoveryFile {
  siteName: string
  /** The account's email or phone; undefined if unknown. */
  account: string | undefined
  madeAt: Date
  zone: string
  codes: readonly string[]
}

/**
 * Returns the text of the recovery codes file, with site, account and date, so that it can still be identified years
 * later.
 */
export function formatRecoveryFile({ siteName, account, madeAt, zone, codes }: RecoveryFile): string {
  const accountLines = account === undefined ? [] : [account]
  const head = [
    `${siteName} recovery codes`,
    ...accountLines,
    `Created on ${formatIsoDay(madeAt, zone)}. Each works once.`,
  ]
  return `${[...head, '', ...codes].join('\n')}\n`
}
