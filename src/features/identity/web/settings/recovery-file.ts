import { isoDay } from '~/lib/time'

interface RecoveryFile {
  siteName: string
  /** Address or number of whom they open; undefined where that is not known. */
  account: string | undefined
  madeAt: Date
  /** Of the reader: the day is theirs. */
  zone: string
  codes: readonly string[]
}

/** What stands in a file of recovery codes: found years later, it says what it opens and which set it is. */
export function recoveryFile({ siteName, account, madeAt, zone, codes }: RecoveryFile): string {
  const whose = account === undefined ? [] : [account]
  const head = [`${siteName} recovery codes`, ...whose, `Made on ${isoDay(madeAt, zone)}. Each opens once.`]
  return `${[...head, '', ...codes].join('\n')}\n`
}
