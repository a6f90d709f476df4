import type { Stripe } from 'stripe'

export interface ErrorBody {
  type: string
  code?: string
  decline_code?: string
  message: string
  payment_intent?: Stripe.PaymentIntent
}

export class StandInError extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

export function createStateError(action: string, { status }: Stripe.PaymentIntent): StandInError {
  return new StandInError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${action} this PaymentIntent because it has a status of ${status}.`,
  })
}

export function createMissingError(parameter: string): StandInError {
  return new StandInError(400, {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    message: `Missing required param: ${parameter}.`,
  })
}
