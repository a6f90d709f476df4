import { newPerson } from './people'

/** Somebody who buys by calls alone, as fast as a server answers; every call may fail when the server is killed. */
export interface Buyer {
  call: <Answer>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>
}

export async function signUpBuyer(address: string): Promise<Buyer> {
  const answer = await fetch(`${address}/api/v1/auth/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(newPerson()),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return buyerWith(address, answer.headers.getSetCookie()[0]?.split(';')[0] ?? '')
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

/** Answers the payment's reference. */
export async function startPayment(buyer: Buyer, orderId: string): Promise<string> {
  const { redirectUrl } = await buyer.call<{ redirectUrl: string }>('POST', `/orders/${orderId}/payment`, {})
  return redirectUrl.split('/').at(-1) ?? ''
}

export const answerPayment = (buyer: Buyer, reference: string, answer: string): Promise<unknown> =>
  buyer.call('POST', `/payments/sandbox/${reference}`, { answer })
