import { isDefinedError, safe } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage, getFieldErrors, hasErrorCode } from '~/platform/rpc/errors'
import { bookings } from '../queries'
import { type BookProblems, type BookFields, parseBookFields, toBookProblems } from './book-fields'

export type Sent = { id: string; number: string; day: string }

/**
 * The reason why a booking request was not sent: messages for fields, a message for the form, and free days to choose
 * instead.
 */
type RequestFailure = {
  problems: BookProblems
  sentence?: string
  freeDays?: readonly string[]
  /** An earlier request with the same key but other terms. It was stored, but its response was lost. */
  before?: { id: string; number: string }
}

type Options = {
  djId: string
  /** Called if the session has ended, so that the person must sign in again. */
  onSignIn: () => void
  onSent: (sent: Sent) => void
}

/**
 * Returns a function that sends a request, and the state of sending. The component that calls it stores the form's
 * input.
 */
export function useBookingRequest({ djId, onSignIn, onSent }: Options) {
  const client = useQueryClient()
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<RequestFailure>({ problems: {} })
  // Repeats with the same key count as one request. If the server reports that an earlier request with other terms
  // was stored, the next press uses a new key and sends both.
  const [clientKey, setClientKey] = useState(() => crypto.randomUUID())

  const sendRequest = async (fields: BookFields): Promise<RequestFailure> => {
    const { problems, request } = parseBookFields(fields)
    if (!request) return { problems }
    const [error, sent] = await safe(bookings.request.call({ id: djId, clientKey, ...request }))
    if (sent !== undefined) {
      void client.invalidateQueries({ queryKey: bookings.key() })
      onSent({ ...sent, day: fields.day })
      return { problems: {} }
    }
    if (hasErrorCode(error, 'UNAUTHORIZED')) {
      onSignIn()
      return { problems: {} }
    }
    if (isDefinedError(error) && error.code === 'TAKEN')
      return { problems: { day: error.message }, freeDays: error.data.freeDays }
    if (isDefinedError(error) && error.code === 'SENT_BEFORE') {
      setClientKey(crypto.randomUUID())
      void client.invalidateQueries({ queryKey: bookings.key() })
      return { problems: {}, sentence: error.message, before: error.data }
    }
    const beside = toBookProblems(
      isDefinedError(error) && error.code === 'BAD_TERMS'
        ? { [error.data.field]: error.message }
        : getFieldErrors(error),
    )
    return Object.keys(beside).length > 0
      ? { problems: beside }
      : { problems: {}, sentence: getErrorMessage(error) }
  }

  const send = async (fields: BookFields): Promise<void> => {
    setIsSending(true)
    const result = await sendRequest(fields)
    setIsSending(false)
    setFailure(result)
  }

  /** Clears the error of a changed field. */
  const forget = (field: keyof BookProblems) =>
    setFailure(({ problems, freeDays }) => ({
      problems: { ...problems, [field]: undefined },
      ...(freeDays ? { freeDays } : {}),
    }))

  return { send, forget, isSending, failure }
}
