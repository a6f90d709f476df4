import type { Stripe } from 'stripe'
import { type AccountSetup, createAccountShape, toSetup } from './account-shapes'
import { createMissingError, StandInError } from './errors'
import { findById, toList } from './lists'
import { type Parameters, readAmount, readMetadata, toObject, toText } from './parameters'

interface Platform {
  createId: (prefix: string) => string
  seconds: () => number
  record: (type: Stripe.Event.Type, object: Stripe.Account) => void
  /** Changes the balance of the platform. */
  move: (
    amount: number,
    source: string,
    currency: { currency: string },
    type: 'transfer' | 'transfer_refund',
  ) => string
  isBalanceEmpty: () => boolean
}

/** Connect in the stand-in: accounts of payees, transfers to them, and reversals. */
export function createConnect({ createId, seconds, record, move, isBalanceEmpty }: Platform) {
  const accounts = new Map<string, Stripe.Account>()
  const transfers = new Map<string, Stripe.Transfer>()
  const reversals = new Map<string, Stripe.TransferReversal>()

  function getAccount(id: string): Stripe.Account {
    const account = accounts.get(id)
    if (account === undefined)
      throw new StandInError(403, {
        type: 'invalid_request_error',
        code: 'account_invalid',
        message: `The provided key does not have access to account '${id}' (or that account does not exist).`,
      })
    return account
  }

  let isEnabled = true

  function createAccount({ controller, capabilities, metadata }: Parameters): Stripe.Account {
    if (!isEnabled)
      throw createInvalidError('You can only create new accounts if you’ve signed up for Connect.')
    const dashboard = toObject(toObject(controller)['stripe_dashboard'])
    if (dashboard['type'] !== 'express') throw createMissingError('controller[stripe_dashboard][type]')
    if (toObject(toObject(capabilities)['transfers'])['requested'] !== 'true')
      throw createMissingError('capabilities[transfers][requested]')
    const account = createAccountShape({
      id: createId('acct'),
      created: seconds(),
      metadata: readMetadata(metadata),
    })
    accounts.set(account.id, account)
    return account
  }

  function createAccountLink({ account, type, refresh_url, return_url }: Parameters): Stripe.AccountLink {
    const { id } = getAccount(toText(account))
    if (type !== 'account_onboarding') throw createMissingError('type')
    if (!URL.canParse(toText(refresh_url))) throw createMissingError('refresh_url')
    if (!URL.canParse(toText(return_url))) throw createMissingError('return_url')
    const url = `https://connect.stripe.com/setup/e/${id}/test`
    return { object: 'account_link', created: seconds(), expires_at: seconds() + 300, url }
  }

  function createLoginLink({ id, details_submitted: isSubmitted }: Stripe.Account): Stripe.LoginLink {
    if (!isSubmitted)
      throw createInvalidError('Cannot create a login link for an account that has not completed onboarding.')
    return { object: 'login_link', created: seconds(), url: `https://connect.stripe.com/express/${id}/test` }
  }

  function deleteAccount({ id }: Stripe.Account): Stripe.DeletedAccount {
    const isPaid = [...transfers.values()].some(
      ({ destination, amount, amount_reversed: reversed }) => destination === id && amount > reversed,
    )
    if (isPaid) throw createInvalidError('This account cannot be deleted, because its balance is not zero.')
    accounts.delete(id)
    return { id, object: 'account', deleted: true }
  }

  function createTransfer(parameters: Parameters): Stripe.Transfer {
    const amount = readAmount(parameters)
    const { currency, metadata, transfer_group: group } = parameters
    const { id: destination, capabilities } = getAccount(toText(parameters['destination']))
    if (capabilities?.transfers !== 'active')
      throw createInvalidError(
        'Your destination account needs to have at least one of the following capabilities enabled: transfers',
        'insufficient_capabilities_for_transfer',
      )
    if (isBalanceEmpty())
      throw createInvalidError('You have insufficient available funds.', 'balance_insufficient')
    const id = createId('tr')
    const transfer: Stripe.Transfer = {
      id,
      object: 'transfer',
      amount,
      amount_reversed: 0,
      balance_transaction: move(-amount, id, { currency: toText(currency) }, 'transfer'),
      created: seconds(),
      currency: toText(currency),
      description: null,
      destination,
      livemode: false,
      metadata: readMetadata(metadata),
      reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
      reversed: false,
      source_transaction: null,
      source_type: 'card',
      transfer_group: toText(group) || null,
    }
    transfers.set(id, transfer)
    return transfer
  }

  function createReversal(transfer: Stripe.Transfer, parameters: Parameters): Stripe.TransferReversal {
    const amount = readAmount(parameters)
    if (transfer.amount_reversed + amount > transfer.amount)
      throw createInvalidError('The reversal is greater than what is left of the transfer.')
    const id = createId('trr')
    const reversal: Stripe.TransferReversal = {
      id,
      object: 'transfer_reversal',
      amount,
      balance_transaction: move(amount, id, transfer, 'transfer_refund'),
      created: seconds(),
      currency: transfer.currency,
      destination_payment_refund: null,
      metadata: readMetadata(parameters['metadata']),
      source_refund: null,
      transfer: transfer.id,
    }
    transfer.amount_reversed += amount
    transfer.reversed = transfer.amount_reversed === transfer.amount
    reversals.set(id, reversal)
    return reversal
  }

  return {
    /** Returns undefined for a call that is not about Connect. @throws StandInError */
    handle(route: string, id: string, { path, parameters }: { path: string; parameters: Parameters }) {
      switch (route) {
        case 'POST accounts':
          return structuredClone(createAccount(parameters))
        case 'GET accounts/:id':
          return structuredClone(getAccount(id))
        case 'DELETE accounts/:id':
          return deleteAccount(getAccount(id))
        case 'POST accounts/:id/login_links':
          return createLoginLink(getAccount(id))
        case 'POST account_links':
          return createAccountLink(parameters)
        case 'POST transfers':
          return structuredClone(createTransfer(parameters))
        case 'GET transfers': {
          const { transfer_group: group } = parameters
          const all = [...transfers.values()].toReversed()
          return toList(
            path,
            all.filter((transfer) => group === undefined || transfer.transfer_group === group),
          )
        }
        case 'POST transfers/:id/reversals':
          return structuredClone(createReversal(findById(transfers, id, 'transfer'), parameters))
        case 'GET transfers/:id/reversals':
          return toList(path, [...reversals.values()].filter(({ transfer }) => transfer === id).toReversed())
        default:
          return undefined
      }
    },
    /**
     * Sets the state of an account, as if the person had used Stripe's setup pages or Stripe had decided about the
     * account.
     */
    setAccount: (id: string, setup: AccountSetup): void => {
      const account = getAccount(id)
      Object.assign(account, toSetup(setup, account, seconds()))
      record('account.updated', account)
    },
    /** Deletes the account, as in Stripe's dashboard. */
    closeAccount: (id: string) => void accounts.delete(id),
    /** Sets whether the platform has signed up for Connect. */
    setConnect: (status: 'on' | 'off') => void (isEnabled = status === 'on'),
    listTransfers: () => structuredClone([...transfers.values()]),
  }
}

const createInvalidError = (message: string, code?: string) =>
  new StandInError(400, {
    type: 'invalid_request_error',
    ...(code === undefined ? {} : { code }),
    message,
  })
