/** The account was deleted after the job was enqueued. */
export class AccountDeleted extends Error {
  override name = 'AccountDeleted'
  constructor() {
    super('the account is gone')
  }
}

/** Lets a job end without error when its account was deleted: a retry would not find it either. */
export function unlessDeleted<Payload>(send: (payload: Payload) => Promise<void>) {
  return async (payload: Payload): Promise<void> => {
    try {
      await send(payload)
    } catch (error) {
      if (!(error instanceof AccountDeleted)) throw error
    }
  }
}
