/** The account that something is sent for was deleted after the order to send it. */
export class AccountDeleted extends Error {
  override name = 'AccountDeleted'
  constructor() {
    super('the account is gone')
  }
}

/** A job that ends there: nobody waits for what it sends, and a repeat finds nobody either. */
export function unlessDeleted<Payload>(send: (payload: Payload) => Promise<void>) {
  return async (payload: Payload): Promise<void> => {
    try {
      await send(payload)
    } catch (error) {
      if (!(error instanceof AccountDeleted)) throw error
    }
  }
}
