import { shownName } from '../../../rules/shown-name'
import { chat } from '../../queries'
import { type DialogState, WhyDialog } from './why-dialog'

type LiftDialogProps = DialogState & {
  person: { id: string; name: string }
} & (
    | { what: 'ban'; room: { id: string; name: string } }
    /** Null: the mute in every room. */
    | { what: 'mute'; room: { id: string; name: string } | null }
  )

export default function LiftDialog({ person, open, onClose, ...lifted }: LiftDialogProps) {
  const name = shownName(person.name)
  if (lifted.what === 'ban') {
    const { room } = lifted
    return (
      <WhyDialog
        open={open}
        onClose={onClose}
        title={`Lift the ban on ${name}`}
        description={`They can find ${room.name} and join it again.`}
        confirmLabel="Lift ban"
        busy="Saving"
        run={async (why) => {
          await chat.moderation.unban.call({ roomId: room.id, personId: person.id, why })
          return `${name} can join again`
        }}
      />
    )
  }
  return (
    <WhyDialog
      open={open}
      onClose={onClose}
      title={`End the mute of ${name}`}
      description={lifted.room ? `In ${lifted.room.name}, from now on.` : 'In every room, from now on.'}
      confirmLabel="End the mute"
      busy="Saving"
      run={async (why) => {
        await chat.moderation.unmute.call({ personId: person.id, roomId: lifted.room?.id ?? null, why })
        return `${name} can write again`
      }}
    />
  )
}
