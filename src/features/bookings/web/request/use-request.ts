import { isDefinedError, safe } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage, fieldErrors, hasCode } from '~/platform/rpc/errors'
import { bookings } from '../queries'
import { type BookFaults, type BookFields, readBookFields, toBookFaults } from './book-fields'

export type Sent = { id: string; number: string; day: string }

/** Why a request was not sent: messages for fields, one for the form, and what to do next. */
type Refusal = {
  faults: BookFaults
  sentence?: string
  freeDays?: readonly string[]
  /** The request that was sent under this key with other terms, and whose answer was lost. */
  before?: { id: string; number: string }
}

type Options = {
  djId: string
  /** Called when the session has ended. */
  onSignIn: () => void
  onSent: (sent: Sent) => void
}

/** Sends a request; the caller stores the input. */
export function useRequest({ djId, onSignIn, onSent }: Options) {
  const client = useQueryClient()
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>({ faults: {} })
  // Repeats with this key are the same request. The server detects changes since a request whose answer was lost; only
  // then does the next press use a new key to send both.
  const [clientKey, setClientKey] = useState(() => crypto.randomUUID())

  const ask = async (fields: BookFields): Promise<Refusal> => {
    const { faults, request } = readBookFields(fields)
    if (!request) return { faults }
    const [error, sent] = await safe(bookings.request.call({ id: djId, clientKey, ...request }))
    if (sent !== undefined) {
      void client.invalidateQueries({ queryKey: bookings.key() })
      onSent({ ...sent, day: fields.day })
      return { faults: {} }
    }
    if (hasCode(error, 'UNAUTHORIZED')) {
      onSignIn()
      return { faults: {} }
    }
    if (isDefinedError(error) && error.code === 'TAKEN')
      return { faults: { day: error.message }, freeDays: error.data.freeDays }
    if (isDefinedError(error) && error.code === 'SENT_BEFORE') {
      setClientKey(crypto.randomUUID())
      void client.invalidateQueries({ queryKey: bookings.key() })
      return { faults: {}, sentence: error.message, before: error.data }
    }
    const beside = toBookFaults(
      isDefinedError(error) && error.code === 'BAD_TERMS'
        ? { [error.data.field]: error.message }
        : fieldErrors(error),
    )
    return Object.keys(beside).length > 0 ? { faults: beside } : { faults: {}, sentence: errorMessage(error) }
  }

  const send = async (fields: BookFields): Promise<void> => {
    setIsSending(true)
    const refused = await ask(fields)
    setIsSending(false)
    setRefusal(refused)
  }

  /** Clears the error of a changed field. */
  const forget = (field: keyof BookFaults) =>
    setRefusal(({ faults, freeDays }) => ({
      faults: { ...faults, [field]: undefined },
      ...(freeDays ? { freeDays } : {}),
    }))

  return { send, forget, isSending, refusal }
}
