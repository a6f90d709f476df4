import { invitations } from './queries'

export type DialogCode = { id: string; code: string }

export type CodeActions = {
  revoke: (id: string) => Promise<unknown>
  send: (letter: { id: string; email: string }) => Promise<{ account?: 'none' | 'customer' }>
}

export const adminActions: CodeActions = {
  revoke: (id) => invitations.codes.revoke.call({ id }),
  send: (letter) => invitations.codes.send.call(letter),
}

export const ownActions: CodeActions = {
  revoke: (id) => invitations.mine.revoke.call({ id }),
  send: (letter) => invitations.mine.send.call(letter),
}
