import { formatName } from '../../../rules/format-name'
import { chat } from '../../queries'
import { type DialogState, ReasonDialog } from './reason-dialog'

type LiftDialogProps = DialogState & {
  person: { id: string; name: string }
} & (
    | { kind: 'ban'; room: { id: string; name: string } }
    /** The room of the mute; null for a mute in every room. */
    | { kind: 'mute'; room: { id: string; name: string } | null }
  )

export default function LiftDialog({ person, open, onClose, ...lifted }: LiftDialogProps) {
  const name = formatName(person.name)
  if (lifted.kind === 'ban') {
    const { room } = lifted
    return (
      <ReasonDialog
        open={open}
        onClose={onClose}
        title={`Lift the ban on ${name}`}
        description={`They can find ${room.name} and join it again.`}
        confirmLabel="Lift ban"
        busy="Saving"
        run={async (reason) => {
          await chat.moderation.unban.call({ roomId: room.id, personId: person.id, reason: reason })
          return `${name} can join again`
        }}
      />
    )
  }
  return (
    <ReasonDialog
      open={open}
      onClose={onClose}
      title={`End the mute of ${name}`}
      description={`${name} can write again in ${lifted.room ? lifted.room.name : 'every room'}.`}
      confirmLabel="End the mute"
      busy="Saving"
      run={async (reason) => {
        await chat.moderation.unmute.call({
          personId: person.id,
          roomId: lifted.room?.id ?? null,
          reason: reason,
        })
        return `${name} can write again`
      }}
    />
  )
}
