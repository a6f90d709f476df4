import type { ClientContext, ClientLink } from '@orpc/client'

export type Link = ClientLink<ClientContext>

// The server registers its in-process link at start and a test may register a fake: so the browser's bundle
// never imports, and never mentions, anything of the server.
let registered: Link | undefined

export function registerLink(link: Link | undefined): void {
  registered = link
}

export function findRegisteredLink(): Link | undefined {
  return registered
}
