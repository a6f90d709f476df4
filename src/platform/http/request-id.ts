import { newId } from '~/lib/ids'

// Goes into log lines and onto error pages: nothing that could be markup, a line break or a novel.
const sane = /^[\w.:-]{8,64}$/

/** The id that a proxy gave the request, when it is sane; otherwise a new one. */
export function requestIdOf(header: string | string[] | null | undefined): string {
  return typeof header === 'string' && sane.test(header) ? header : newId()
}
