/** The account that something is sent for was deleted after the order to send it. */
export class AccountGone extends Error {
  override name = 'AccountGone'
  constructor() {
    super('the account is gone')
  }
}

/** A job that ends there: nobody waits for what it sends, and a repeat finds nobody either. */
export function unlessGone<Payload>(send: (payload: Payload) => Promise<void>) {
  return async (payload: Payload): Promise<void> => {
    try {
      await send(payload)
    } catch (error) {
      if (!(error instanceof AccountGone)) throw error
    }
  }
}
