import { newId } from '~/lib/ids'

// The id appears in log lines and on error pages, so it must not contain markup, line breaks or long text.
const sane = /^[\w.:-]{8,64}$/

/** Returns the request id set by a proxy if it is valid, otherwise a new one. */
export function toRequestId(header: string | string[] | null | undefined): string {
  return typeof header === 'string' && sane.test(header) ? header : newId()
}
