import { registerLink } from '~/platform/rpc/link'
import type { ChatMessage, ListedRoom, RoomDetail } from '../../contract-shapes'

export const meId = '018cc251-fbd0-79f3-ba6e-0000000000aa'
export const jonas = { id: '018cc251-fbd0-79f3-ba6e-0000000000bb', name: 'Jonas Weber', avatarUrl: null }
export const mara = { id: meId, name: 'Mara Voss', avatarUrl: null }
export const deepEnd = '018cc251-fbd0-79f3-ba6e-000000000001'
export const afterHours = '018cc251-fbd0-79f3-ba6e-000000000002'

export function messageAt(seq: number, fields: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: `message-${seq}`,
    roomId: deepEnd,
    seq,
    sender: jonas,
    content: `words ${seq}`,
    createdAt: '2026-11-21T08:00:00.000Z',
    isEdited: false,
    isHidden: false,
    clientId: null,
    ...fields,
  }
}

export function listedRoom(fields: Partial<ListedRoom> = {}): ListedRoom {
  return {
    id: deepEnd,
    name: 'Deep end',
    description: null,
    roomType: 'public',
    genre: null,
    joinBy: null,
    role: 'member',
    isDirect: false,
    direct: null,
    isActive: true,
    unread: 0,
    isInvited: false,
    ...fields,
  }
}

export function roomDetail(fields: Partial<RoomDetail> = {}): RoomDetail {
  const { unread: _, ...room } = listedRoom()
  return {
    ...room,
    memberCount: 2,
    people: [],
    canRead: true,
    isOnlyAdmin: false,
    canManage: false,
    canModerate: false,
    canRestore: false,
    canClose: false,
    writeRestriction: null,
    slowModeSeconds: 0,
    request: null,
    waiting: 0,
    lastReadSeq: 0,
    hiddenPeople: [],
    ...fields,
  }
}

export function fakeChat(
  answers: Record<string, (input: never, options: { signal?: AbortSignal | undefined }) => unknown>,
): [call: string, input: unknown][] {
  const asked: [string, unknown][] = []
  registerLink({
    call: async (path, input, options) => {
      const call = path.slice(1).join('.')
      asked.push([call, input])
      return answers[call]?.(input as never, options)
    },
  })
  return asked
}
