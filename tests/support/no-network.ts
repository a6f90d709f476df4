// A page test reaches nobody. Whatever it does not answer itself would go to localhost, where a copy of the product may well run.
import { afterEach, expect } from 'vitest'

const sent: string[] = []

/** What was sent by now and reached nobody; whoever takes it answers for it. */
export const takeSent = (): string[] => sent.splice(0)

function refuse(address: string): never {
  sent.push(address)
  throw new TypeError(`a page test may not reach a network: ${address}`)
}

globalThis.fetch = async (input) => refuse(input instanceof Request ? input.url : String(input))
XMLHttpRequest.prototype.open = (_method: string, url: string | URL) => refuse(String(url))

// A part takes what is refused for a lost connection, and may well look as if it had been answered.
afterEach(() => {
  expect(takeSent(), 'asked of a network; a fakeServer answers in its place').toEqual([])
})
