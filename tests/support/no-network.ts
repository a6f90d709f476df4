// Page tests must not reach the network: their requests would go to localhost, where a copy of the product may be
// running.
import { afterEach, expect } from 'vitest'

const sent: string[] = []

/** Returns the refused requests and clears the list, so that they do not fail the test. */
export const takeSent = (): string[] => sent.splice(0)

function refuse(address: string): never {
  sent.push(address)
  throw new TypeError(`a page test may not reach a network: ${address}`)
}

globalThis.fetch = async (input) => refuse(input instanceof Request ? input.url : String(input))
XMLHttpRequest.prototype.open = (_method: string, url: string | URL) => refuse(String(url))

// A component treats a refused request as a lost connection, so the test itself may pass.
afterEach(() => {
  expect(takeSent(), 'requests that reached the network; answer them with fakeServer').toEqual([])
})
