import type { Stripe } from 'stripe'
import { createBalance } from './balance'
import { createConnect } from './connect'
import { createDisputes } from './disputes'
import { findById, toList } from './lists'
import { type Parameters, readAmount, readMetadata, toText } from './parameters'
import { createMissingError, createStateError, type ErrorBody, StandInError } from './errors'
import {
  type Card,
  CARDS,
  createPaymentIntentShape,
  createRefundShape,
  expandCharge,
  toRefundOutcome,
} from './shapes'

export interface Call {
  method: string
  path: string
  parameters: Parameters
  idempotencyKey: string | undefined
}

// Ids must be unique among all stand-ins of a test file, which share a database.
let last = 0

/** The state of the stand-in: payments, refunds, their balance transactions, and the events about them. */
export function createPayments(now: () => Date) {
  const intents = new Map<string, Stripe.PaymentIntent>()
  // The first PaymentIntent of each reference of the product.
  const intentsByReference = new Map<string, Stripe.PaymentIntent>()
  const refunds = new Map<string, Stripe.Refund>()
  const events: Stripe.Event[] = []
  let isBalanceEmpty = false
  const createId = (prefix: string) => `${prefix}_test${String((last += 1)).padStart(6, '0')}`
  const seconds = () => Math.floor(now().getTime() / 1000)
  const balance = createBalance({ createId, seconds })

  function record(
    type: Stripe.Event.Type,
    object: Stripe.PaymentIntent | Stripe.Refund | Stripe.Dispute | Stripe.Account,
  ): void {
    const event = {
      id: createId('evt'),
      object: 'event',
      api_version: null,
      created: seconds(),
      data: { object: structuredClone(object) },
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
      ...(object.object === 'account' ? { account: object.id } : {}),
    }
    // The type of an event doesn't allow a variable kind, hence the cast.
    events.push(event as unknown as Stripe.Event)
  }

  function succeed(intent: Stripe.PaymentIntent): void {
    const charge = createId('ch')
    balance.move(intent.amount, charge, intent)
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: charge,
      next_action: null,
      last_payment_error: null,
    })
    record('payment_intent.succeeded', intent)
  }

  /** @throws StandInError card_declined or payment_intent_authentication_failure */
  function decline(intent: Stripe.PaymentIntent, code: string, message: string): ErrorBody {
    const error = { type: 'card_error' as const, code, message }
    Object.assign(intent, { status: 'requires_payment_method', next_action: null, last_payment_error: error })
    record('payment_intent.payment_failed', intent)
    return { ...error, payment_intent: structuredClone(intent) }
  }

  function confirm(intent: Stripe.PaymentIntent, card: string): Stripe.PaymentIntent {
    const outcome = Object.hasOwn(CARDS, card) ? CARDS[card as Card] : undefined
    if (outcome === undefined)
      throw new StandInError(400, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: `No such ${card}`,
      })
    if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
      throw createStateError('confirm', intent)
    intent.payment_method = card
    if (outcome === 'declined')
      throw new StandInError(402, decline(intent, 'card_declined', 'Your card was declined.'))
    if (outcome === 'succeeds') succeed(intent)
    else if (outcome === 'processes') {
      Object.assign(intent, { status: 'processing', next_action: null, last_payment_error: null })
      record('payment_intent.processing', intent)
    } else {
      intent.status = 'requires_action'
      intent.next_action = { type: 'use_stripe_sdk' }
      record('payment_intent.requires_action', intent)
    }
    return intent
  }

  function createIntent(parameters: Parameters): Stripe.PaymentIntent {
    const amount = readAmount(parameters)
    const { currency, metadata, confirm: confirms, confirmation_token: token } = parameters
    if (typeof currency !== 'string') throw createMissingError('currency')
    const intent = createPaymentIntentShape({
      id: createId('pi'),
      amount,
      currency,
      created: seconds(),
      metadata: readMetadata(metadata),
    })
    intents.set(intent.id, intent)
    const reference = intent.metadata['reference'] ?? ''
    if (!intentsByReference.has(reference)) intentsByReference.set(reference, intent)
    record('payment_intent.created', intent)
    return confirms === 'true' ? confirm(intent, toText(token).replace(/^ctoken_/, '')) : intent
  }

  function cancelIntent(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    if (['succeeded', 'canceled', 'processing'].includes(intent.status))
      throw createStateError('cancel', intent)
    Object.assign(intent, { status: 'canceled', canceled_at: seconds(), next_action: null })
    record('payment_intent.canceled', intent)
    return intent
  }

  function createRefund(parameters: Parameters): Stripe.Refund {
    const intent = getIntent(toText(parameters['payment_intent']))
    const amount = readAmount(parameters)
    const before = listRefunds(intent.id).reduce((sum, refund) => sum + refund.amount, 0)
    if (before + amount > intent.amount_received)
      throw new StandInError(400, {
        type: 'invalid_request_error',
        code: before === intent.amount_received ? 'charge_already_refunded' : 'amount_too_large',
        message: 'The refund is greater than what is left of the charge',
      })
    const id = createId('re')
    const refund = createRefundShape({
      id,
      amount,
      currency: intent.currency,
      created: seconds(),
      metadata: readMetadata(parameters['metadata']),
      payment_intent: intent.id,
      charge: typeof intent.latest_charge === 'string' ? intent.latest_charge : '',
      balance_transaction: balance.move(-amount, id, intent),
      status: 'pending',
    })
    if (isBalanceEmpty) refund.pending_reason = 'insufficient_funds'
    refunds.set(id, refund)
    record('refund.created', refund)
    return refund
  }

  /** Finds a PaymentIntent by the product's own reference, which is in its metadata. */
  const findIntent = (reference: string) => intentsByReference.get(reference)
  const disputes = createDisputes({ createId, seconds, record, move: balance.move })
  const connect = createConnect({
    createId,
    seconds,
    record,
    move: balance.move,
    isBalanceEmpty: () => isBalanceEmpty,
  })
  const findDispute = (id: string) =>
    disputes.find(id) ?? findById(new Map<string, Stripe.Dispute>(), id, 'dispute')
  const getIntent = (id: string) => findById(intents, id, 'payment_intent')
  /** Lists a payment's refunds except failed ones, which don't reduce the amount that is left to refund. */
  const listRefunds = (intentId: string) =>
    [...refunds.values()].filter((refund) => refund.payment_intent === intentId && refund.status !== 'failed')

  /** @throws StandInError */
  function handle(call: Call): object {
    const { method, path, parameters } = call
    const [, , resource = '', id = '', action] = path.split('/')
    const route = `${method} ${[resource, id && ':id', action].filter(Boolean).join('/')}`
    switch (route) {
      case 'POST payment_intents':
        return structuredClone(createIntent(parameters))
      case 'GET payment_intents/:id':
        return expandCharge(getIntent(id), parameters)
      // The browser makes this call. It has only the client secret.
      case 'POST payment_intents/:id/confirm': {
        const intent = getIntent(id)
        if (parameters['client_secret'] !== intent.client_secret) throw createMissingError('client_secret')
        return structuredClone(confirm(intent, toText(parameters['payment_method'])))
      }
      case 'POST payment_intents/:id/cancel':
        return structuredClone(cancelIntent(getIntent(id)))
      case 'POST refunds':
        return structuredClone(createRefund(parameters))
      case 'GET refunds':
        return toList(
          path,
          [...refunds.values()].filter((refund) => refund.payment_intent === parameters['payment_intent']),
        )
      case 'GET refunds/:id':
        return findById(refunds, id, 'refund')
      case 'GET balance_transactions/:id':
        return findById(balance.entries, id, 'balance_transaction')
      case 'GET balance_transactions':
        return balance.list(path, parameters, findSource)
      case 'GET disputes/:id':
        return findDispute(id)
      case 'POST disputes/:id':
        return structuredClone(disputes.update(findDispute(id), parameters))
      case 'POST disputes/:id/close':
        return structuredClone(disputes.accept(findDispute(id)))
      case 'GET events':
        return toList(path, listEvents(parameters))
      default: {
        const found = connect.handle(route, id, call)
        if (found !== undefined) return found
        const message = `Unrecognized URL (${method}: ${path})`
        throw new StandInError(404, { type: 'invalid_request_error', message })
      }
    }
  }

  function findSource(id: string): object | undefined {
    const paid = [...intents.values()].find(({ latest_charge: charge }) => charge === id)
    const charge = paid && { id, object: 'charge', payment_intent: paid.id }
    return charge ?? refunds.get(id) ?? disputes.find(id)
  }

  /** Lists events, newest first, as Stripe does. */
  function listEvents({ created, types }: Parameters): Stripe.Event[] {
    const since = typeof created === 'object' ? Number(created['gte'] ?? 0) : 0
    const kinds = typeof types === 'object' ? Object.values(types) : undefined
    return events
      .filter((event) => event.created >= since && (kinds === undefined || kinds.includes(event.type)))
      .toReversed()
  }

  return {
    handle,
    events: events as readonly Stripe.Event[],
    findIntent,
    openDispute: (reference: string, reason: string, amount?: number) => {
      const intent = findIntent(reference)
      if (intent === undefined) throw new Error(`No PaymentIntent has the reference ${reference}`)
      return disputes.open(intent, reason, amount)
    },
    changeDispute: (id: string, change?: (dispute: Stripe.Dispute) => void) => disputes.change(id, change),
    closeDispute: (id: string, status: 'won' | 'lost') => disputes.close(id, status),
    /** Returns the received and the refunded amount of a payment, in cents. */
    readMoney(reference: string): { received: number; refunded: number } {
      const intent = findIntent(reference)
      if (intent === undefined) return { received: 0, refunded: 0 }
      const refunded = listRefunds(intent.id).reduce((sum, { amount }) => sum + amount, 0)
      return { received: intent.amount_received, refunded }
    },
    /** Confirms as the browser does; `reference` is in the metadata. A decline is no error here. */
    confirm(reference: string, card: Card): Stripe.PaymentIntent {
      const intent = findIntent(reference)
      if (intent === undefined) throw new Error(`No PaymentIntent has the reference ${reference}`)
      try {
        return structuredClone(confirm(intent, card))
      } catch (error) {
        if (error instanceof StandInError && error.status === 402) return structuredClone(intent)
        throw error
      }
    },
    /** Decides a payment as the bank does: after the buyer's authentication, or days after a direct debit. */
    decide(id: string, outcome: 'succeeds' | 'fails'): void {
      const intent = getIntent(id)
      if (intent.status !== 'requires_action' && intent.status !== 'processing')
        throw new Error(`${id} waits for no bank`)
      if (outcome === 'succeeds') succeed(intent)
      else
        decline(intent, 'payment_intent_authentication_failure', 'We are unable to authenticate your card.')
    },
    setAccount: connect.setAccount,
    closeAccount: connect.closeAccount,
    listTransfers: connect.listTransfers,
    setConnect: connect.setConnect,
    /**
     * While the platform's balance is empty, new refunds wait and transfers fail. Once it is filled, the refunds
     * continue.
     */
    setBalance(balanceIs: 'empty' | 'filled'): void {
      isBalanceEmpty = balanceIs === 'empty'
      if (!isBalanceEmpty) for (const refund of refunds.values()) delete refund.pending_reason
    },
    settleRefund(id: string, status: 'succeeded' | 'failed'): void {
      const refund = findById(refunds, id, 'refund')
      Object.assign(refund, toRefundOutcome(status))
      record(status === 'failed' ? 'refund.failed' : 'refund.updated', refund)
    },
  }
}
