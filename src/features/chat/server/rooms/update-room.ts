import type { Transaction } from '~/database/connect'
import { recordAudit } from '~/database/audit'
import { requireCaller } from '~/platform/rpc/context'
import { CHANGING_ROOMS, MANAGING, type JoinBy } from '../../rules/chat-limits'
import { canChange } from '../../rules/room-policy'
import { toNullIfEmpty } from '../../rules/room-values'
import { runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { checkMute } from '../moderation/active-mute'
import { getVisibleRoom, type VisibleRoom } from './visible-room'

export interface UpdateInput {
  roomId: string
  name?: string | undefined
  description?: string | null | undefined
  joinBy?: JoinBy | undefined
  slowModeSeconds?: number | undefined
  isActive?: boolean | undefined
}

type Settings = Pick<
  VisibleRoom,
  'name' | 'description' | 'joinBy' | 'slowModeSeconds' | 'isActive' | 'isClosedByModerator'
>

export async function updateRoom(context: ChatContext, { roomId, ...changes }: UpdateInput): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_manage', caller.id, MANAGING)
  await context.limits.consume('chat_change_room', caller.id, CHANGING_ROOMS)
  await runChatChange(context, 1, async (trx) => {
    const room = await getVisibleRoom(trx, caller, roomId)
    if (!canChange(room, changes)) throw refuse('NOT_ALLOWED')
    if (changes.name !== undefined || changes.description !== undefined)
      await checkMute(trx, context.now(), { personId: caller.id, roomId })
    const wanted = toSettings(room, changes)
    const details = listSettingsChanges(room, wanted)
    const isTakenOver = wanted.isClosedByModerator && !room.isClosedByModerator
    if (Object.keys(details).length === 0 && !isTakenOver) return {}
    await writeSettings(trx, roomId, wanted)
    const closes = wanted.isActive === room.isActive && !isTakenOver ? null : !wanted.isActive
    await recordAudit(trx, {
      actorId: caller.id,
      action: closes === null ? 'chat.change_room' : closes ? 'chat.archive_room' : 'chat.restore_room',
      subject: { type: 'room', id: roomId },
      details: { room: room.name, ...details },
      requestId: context.requestId,
    })
    return { events: [{ kind: 'room', roomId }] }
  })
}

function toSettings(room: VisibleRoom, changes: Omit<UpdateInput, 'roomId'>): Settings {
  const isActive = changes.isActive ?? room.isActive
  return {
    name: changes.name ?? room.name,
    description: changes.description === undefined ? room.description : toNullIfEmpty(changes.description),
    // Only private rooms have a join setting.
    joinBy: room.joinBy && (changes.joinBy ?? room.joinBy),
    slowModeSeconds: changes.slowModeSeconds ?? room.slowModeSeconds,
    isActive,
    isClosedByModerator:
      !isActive && (room.isClosedByModerator || (room.isModerator && changes.isActive === false)),
  }
}

/** Returns the old and new values of the changed fields, such as `{ nameBefore, name }`. */
function listSettingsChanges(
  before: Settings,
  after: Settings,
): Record<string, string | number | boolean | null> {
  const keys = ['name', 'description', 'joinBy', 'slowModeSeconds', 'isActive'] as const
  const changed = keys.filter((key) => before[key] !== after[key])
  return Object.fromEntries([
    ...changed.map((key) => [`${key}Before`, before[key]]),
    ...changed.map((key) => [key, after[key]]),
  ])
}

async function writeSettings(trx: Transaction, roomId: string, settings: Settings): Promise<void> {
  await trx
    .updateTable('chat_rooms')
    .set({
      name: settings.name,
      description: settings.description,
      join_by: settings.joinBy,
      slow_mode_seconds: settings.slowModeSeconds,
      is_active: settings.isActive,
      closed_by_moderator: settings.isClosedByModerator,
    })
    .where('id', '=', roomId)
    .execute()
}
