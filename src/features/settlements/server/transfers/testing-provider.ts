import type { PayeePort } from '~/features/payees/server/public'

/**
 * `fails`: the call has no effect. `loses`: the call takes effect, but the response never arrives, as if the process
 * had been killed.
 */
export type Reply = 'sends' | 'fails' | 'loses'

interface BookEntry {
  /** The id of the transfer or the reversal. */
  id: string
  accountId: string
  /** Negative for a reversal. */
  cents: number
  reverses: string | null
}

export type TestProvider = ReturnType<typeof createTestProvider>

/**
 * Creates a stand-in of the provider that has its own book: every transfer and reversal by its id. A repeated id
 * changes nothing. Forbidden calls are collected in `problems`, because the job that makes the calls catches all
 * errors.
 */
export function createTestProvider({ isIdempotent = true }: { isIdempotent?: boolean } = {}) {
  const book: BookEntry[] = []
  const problems: string[] = []
  let replies: readonly Reply[] = ['sends']
  let calls = 0

  function record(entry: BookEntry, isRepeat: boolean): string {
    const reply = replies[calls % replies.length] ?? 'sends'
    calls += 1
    if (reply === 'fails') throw new Error('The provider is not available')
    const before = book.find(({ id }) => id === entry.id)
    if (before !== undefined) checkRepeat(before, entry, isRepeat)
    if (before === undefined || !isIdempotent) {
      if (entry.reverses !== null) checkReversal(entry, entry.reverses)
      book.push(entry)
    }
    if (reply === 'loses') throw new Error('The connection ended')
    return `ref_${entry.id}`
  }

  function checkRepeat(before: BookEntry, entry: BookEntry, isRepeat: boolean): void {
    // A person who connected again has a new account, but the transfer went to the earlier account.
    const repeated = { ...entry, accountId: before.accountId }
    if (JSON.stringify(before) !== JSON.stringify(repeated))
      problems.push(`${entry.id} came with ${JSON.stringify(entry)} after ${JSON.stringify(before)}`)
    // After a day, the provider no longer recognizes the id. Only a call with `isRepeat` then looks for an earlier
    // transfer.
    if (!isRepeat) problems.push(`${entry.id} came again, but not as a repeat`)
  }

  function checkReversal(entry: BookEntry, id: string): void {
    const left = book
      .filter((other) => other.id === id || other.reverses === id)
      .reduce((sum, { cents }) => sum + cents, 0)
    if (left + entry.cents < 0) problems.push(`${entry.id} reverses ${-entry.cents}, but ${left} is left`)
  }

  const port: Pick<PayeePort, 'provider' | 'transfer' | 'reverse'> = {
    provider: 'sandbox',
    transfer: async ({ transferId: id, accountId, amountCents: cents, isRepeat }) =>
      record({ id, accountId, cents, reverses: null }, isRepeat),
    reverse: async ({ reversalId: id, transferReference, amountCents, isRepeat }) => {
      const reversed = book.find((entry) => `ref_${entry.id}` === transferReference)
      if (reversed === undefined) throw new Error(`No transfer ${transferReference}`)
      return record(
        { id, accountId: reversed.accountId, cents: -amountCents, reverses: reversed.id },
        isRepeat,
      )
    },
  }
  return {
    book: book as readonly BookEntry[],
    problems: problems as readonly string[],
    port,
    /** Sets the replies to the next calls. After the last reply, the list starts again. */
    setReplies: (next: readonly Reply[]) => {
      replies = next
      calls = 0
    },
  }
}
