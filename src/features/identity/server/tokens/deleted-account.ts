/** The account was deleted after the job was enqueued. */
export class AccountDeleted extends Error {
  override name = 'AccountDeleted'
  constructor() {
    super('the account was deleted')
  }
}

/** Ends a job without an error when its account was deleted, because a retry would fail too. */
export function ignoreDeletedAccount<Payload>(work: (payload: Payload) => Promise<void>) {
  return async (payload: Payload): Promise<void> => {
    try {
      await work(payload)
    } catch (error) {
      if (!(error instanceof AccountDeleted)) throw error
    }
  }
}
