import type { BrowserContext, Page } from '@playwright/test'
import type { startStripeStandIn } from '../../support/stripe/stand-in'

type StandIn = Awaited<ReturnType<typeof startStripeStandIn>>

/** Card numbers of Stripe's test mode, named by what they do. */
export const CARD = '4242 4242 4242 4242'
export const DECLINED_CARD = '4000 0000 0000 0002'
export const CARD_OF_A_CAREFUL_BANK = '4000 0027 6000 3184'

/**
 * Stands in for Stripe.js, which is loaded from the internet: a form with a card number and a wallet, and the bank's
 * dialog. It pays at the stand-in of Stripe's server.
 */
const SCRIPT = `window.Stripe = () => {
  const cards = { 4242424242424242: 'pm_card_visa', 4000000000000002: 'pm_card_visa_chargeDeclined',
    4000002760003184: 'pm_card_authenticationRequired' }
  let card = ''
  const post = async (path, fields) =>
    (await fetch('https://api.stripe.com' + path, { method: 'POST', body: new URLSearchParams(fields) })).json()
  const ask = (id) => new Promise((resolve) => {
    const dialog = document.createElement('dialog')
    dialog.setAttribute('aria-label', 'Your bank')
    for (const [label, outcome] of [['Complete', 'succeeds'], ['Fail', 'fails']]) {
      const button = document.createElement('button')
      button.textContent = label
      button.onclick = () => { dialog.remove(); resolve(post('/decide/' + id, { outcome })) }
      dialog.append(button)
    }
    document.body.append(dialog)
    dialog.showModal()
  })
  const confirmPayment = async ({ clientSecret }) => {
    const id = clientSecret.split('_secret_')[0]
    let answer = await post('/v1/payment_intents/' + id + '/confirm', { client_secret: clientSecret, payment_method: card })
    if (answer.status === 'requires_action') answer = await ask(id)
    return answer.error ? { error: answer.error } : { paymentIntent: answer }
  }
  // The parts of the real Stripe.js are separate documents.
  const show = (place, part) => {
    const own = document.createElement('div')
    own.attachShadow({ mode: 'open' }).append(part)
    place.append(own)
  }
  const create = (kind) => {
    const listeners = {}
    const field = document.createElement('input')
    return {
      on: (name, run) => { listeners[name] = run },
      update: ({ readOnly }) => { field.readOnly = readOnly },
      mount: (place) => {
        if (kind === 'payment') {
          const label = document.createElement('label')
          field.inputMode = 'numeric'
          field.style.cssText = 'display:block;box-sizing:border-box;width:100%;padding:12px;font:inherit;color:inherit;background:none;border:1px solid'
          field.oninput = () => { card = cards[field.value.replaceAll(' ', '')] ?? '' }
          label.append('Card number', field)
          show(place, label)
          listeners.ready?.()
        } else {
          const wallet = window.localStorage.getItem('wallet')
          listeners.ready?.({ availablePaymentMethods: wallet ? { applePay: true } : undefined })
          if (!wallet) return
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = wallet
          button.onclick = () => { card = 'pm_card_visa'; listeners.confirm({ paymentFailed: () => {} }) }
          show(place, button)
        }
      },
    }
  }
  const elements = () => ({
    create,
    update: () => {},
    submit: async () => (card === '' ? { error: { type: 'validation_error' } } : {}),
  })
  return { elements, confirmPayment, _registerWrapper: () => {} }
}`

/** Serves the stand-in for Stripe.js to a browser. Returns the addresses of Stripe that were requested. */
export async function serveStripe(target: BrowserContext | Page, standIn: () => StandIn): Promise<string[]> {
  const requested: string[] = []
  await target.route('https://js.stripe.com/**', (route) => {
    requested.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
  })
  await target.route('https://api.stripe.com/**', async (route) => {
    const request = route.request()
    requested.push(request.url())
    const { host, port } = standIn().address
    const { pathname } = new URL(request.url())
    const fields = new URLSearchParams(request.postData() ?? '')
    const [, action = '', id = ''] = pathname.split('/')
    if (action === 'decide') decideIfOpen(standIn(), id, fields.get('outcome') === 'succeeds')
    const answer =
      action === 'decide'
        ? await fetch(`http://${host}:${port}/v1/payment_intents/${id}`)
        : await fetch(`http://${host}:${port}${pathname}`, { method: 'POST', body: fields })
    const body = await answer.json()
    await route.fulfill({
      status: answer.status,
      headers: { 'access-control-allow-origin': '*' },
      json: action === 'decide' ? toResult(body) : body,
    })
  })
  return requested
}

function decideIfOpen(standIn: StandIn, id: string, isSuccess: boolean): void {
  try {
    standIn.decide(id, isSuccess ? 'succeeds' : 'fails')
  } catch {
    // The payment was cancelled while the bank's form was open.
  }
}

interface Intent {
  status: string
  last_payment_error: { code?: string } | null
}

/** Converts a PaymentIntent to the result that Stripe.js returns after the bank's form. */
function toResult(intent: Intent): object {
  if (intent.status === 'succeeded') return intent
  return {
    error: intent.last_payment_error ?? {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
    },
  }
}
