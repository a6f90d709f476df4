import { newPerson } from './people'

/** Buys by API calls alone, as fast as the server responds; every call may fail when the server is killed. */
export interface Buyer {
  call: <Answer>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>
}

/** Returns a function that binds the buyer to a server address, which changes on a restart. */
export async function signUpBuyer(address: string): Promise<(address: string) => Buyer> {
  const answer = await fetch(`${address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newPerson()),
  })
  if (!answer.ok) throw new Error(await answer.text())
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return (address) => buyerWith(address, cookie)
}

function buyerWith(address: string, cookie: string): Buyer {
  return {
    call: async (method, path, body) => {
      const answer = await fetch(`${address}/api/v1${path}`, {
        method,
        headers: { cookie, origin: address, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`)
      return answer.json()
    },
  }
}

type Selection = { eventId: string; items: { ticketTypeId: string; quantity: number }[] }

export const reserve = async (buyer: Buyer, selection: Selection): Promise<string> =>
  (await buyer.call<{ id: string }>('POST', '/orders', { ...selection, clientKey: crypto.randomUUID() })).id

/** Returns the payment's reference. */
export async function startPayment(buyer: Buyer, orderId: string): Promise<string> {
  const { redirectUrl } = await buyer.call<{ redirectUrl: string }>('POST', `/orders/${orderId}/payment`, {})
  return redirectUrl.split('/').at(-1) ?? ''
}

export const answerPayment = (buyer: Buyer, reference: string, decision: string): Promise<unknown> =>
  buyer.call('POST', `/payments/sandbox/${reference}`, { decision })
