import type { ClientContext, ClientLink } from '@orpc/client'

export type Link = ClientLink<ClientContext>

// The server registers its link at startup, and a test may register a fake one. So the browser bundle never imports
// server code.
let registered: Link | undefined

export function registerLink(link: Link | undefined): void {
  registered = link
}

export function findRegisteredLink(): Link | undefined {
  return registered
}
