import { newId } from '~/lib/ids'
import { openConnection, requestBytes } from './connection'
import type { Member } from './people'
import { streamOpening } from './people'
import { DIGITS, MARK, openReaders, pickPort, type Readers } from './readers'
import { insist } from './sale'
import { clientFrame, webSocketOpening } from './web-socket'

/** A server with all members listening. */
export interface ChatSide {
  name: string
  readers: Readers
  /**
   * Sends message `number` as this member; resolves when the server has responded, or immediately if its protocol has
   * no responses.
   */
  send(member: number, number: number): Promise<void>
  close(): void
}

const WORDS = 'Doors at ten, the support plays an hour, and then it is back to back until six.'
const contentOf = (number: number) => `${MARK}${String(number).padStart(DIGITS, '0')} ${WORDS}`

/** The product as browsers use it: one event stream per member, and calls over keep-alive connections, both to its processes in turn. */
export async function openProduct(
  ports: readonly number[],
  members: readonly Member[],
  connections: number,
): Promise<ChatSide> {
  const readers = await openReaders(ports, members.map(streamOpening))
  const open = await Promise.all(
    Array.from({ length: connections }, (_, index) => openConnection(pickPort(ports, index))),
  )
  const free = [...open]
  return {
    name: 'the product',
    readers,
    async send(index, number) {
      const member = members[index]
      // Uses the connections in turn, because the product closes a connection that is idle for a minute.
      const connection = free.shift()
      if (!member || !connection) throw new Error('more requests in flight than connections')
      const headers = { cookie: member.cookie, 'sec-fetch-site': 'same-origin' }
      const input = { roomId: member.roomId, clientId: crypto.randomUUID(), content: contentOf(number) }
      const { status, body } = await connection.request(
        requestBytes('POST', '/api/rpc/chat/messages/send', headers, { json: input }),
      )
      insist(status === 200, `a message was answered with ${status}: ${body.toString()}`)
      free.push(connection)
    },
    close() {
      readers.close()
      for (const connection of open) connection.close()
    },
  }
}

/**
 * The peer: one socket per member for reading and writing. It broadcasts the same event bytes that the product
 * produces.
 */
export async function openPeer(
  port: number,
  members: readonly Member[],
  { isStored = false } = {},
): Promise<ChatSide> {
  const paths = members.map(({ roomId, caller }) => `/${roomId}/${caller.id}${isStored ? '?store' : ''}`)
  const readers = await openReaders([port], paths.map(webSocketOpening))
  return {
    name: 'the peer',
    readers,
    send(index, number) {
      const member = members[index]
      if (!member) throw new Error('no member to send as')
      readers.write(index, clientFrame(eventOf(member, number)))
      return Promise.resolve()
    },
    close: () => readers.close(),
  }
}

function eventOf({ roomId, caller }: Member, number: number): string {
  const message = {
    id: newId(),
    roomId,
    seq: number,
    sender: { id: caller.id, name: caller.fullName, avatarUrl: caller.avatarUrl },
    content: contentOf(number),
    createdAt: new Date().toISOString(),
    isEdited: false,
    isHidden: false,
    clientId: crypto.randomUUID(),
  }
  const data = JSON.stringify({ kind: 'message', seq: number, isNew: true, message })
  return `event: chat\nid: ${number}\ndata: ${data}\n\n`
}
