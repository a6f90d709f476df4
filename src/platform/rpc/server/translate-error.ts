import { ORPCError } from '@orpc/server'
import { getCurrentLanguage } from '~/i18n/i18n'
import { translateSentence } from '~/i18n/api-message'

/**
 * Returns the error with its messages in the language of the request, because the contract declares them in English.
 */
export function translateError<Code extends string, Data>(
  error: ORPCError<Code, Data>,
): ORPCError<Code, Data> {
  if (getCurrentLanguage() === 'en') return error
  const { code, status, defined, data, cause } = error
  const message = translateSentence(error.message)
  return new ORPCError(code, { status, defined, message, data: translateFields(data), cause })
}

function translateFields<Data>(data: Data): Data {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields))
    return data
  const fields: Array<{ path: string; message: string }> = data.fields
  return {
    ...data,
    fields: fields.map(({ path, message }) => ({ path, message: translateSentence(message) })),
  }
}
