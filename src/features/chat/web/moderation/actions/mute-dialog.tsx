import { useState } from 'react'
import { SelectField } from '~/design/select-field'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatShort } from '~/lib/time'
import { formatName } from '../../../rules/format-name'
import { chat } from '../../queries'
import { type MuteChoice, toMuteMinutes, muteOptions, parseMuteChoice } from '../moderation-labels'
import { type DialogState, ReasonDialog } from './reason-dialog'

type MuteDialogProps = DialogState & {
  person: { id: string; name: string }
  room: { id: string; name: string }
  /** True for site moderators, who may mute in every room. */
  isModerator: boolean
}

export default function MuteDialog({ person, room, isModerator, ...state }: MuteDialogProps) {
  const [length, setLength] = useState<MuteChoice>('1440')
  const [isEverywhere, setIsEverywhere] = useState(isModerator)
  const zone = useReaderZone()
  const name = formatName(person.name)
  const run = async (reason: string) => {
    const { until } = await chat.moderation.mute.call({
      personId: person.id,
      roomId: isModerator && isEverywhere ? null : room.id,
      minutes: toMuteMinutes(length),
      reason: reason,
    })
    return zone ? `${name} is muted until ${formatShort(until, zone)}` : `${name} is muted`
  }
  return (
    <ReasonDialog
      {...state}
      title={`Mute ${name}`}
      description="They can read but not write until the mute ends."
      reader={name}
      confirmLabel="Mute"
      busy="Muting"
      danger
      run={run}
    >
      <SelectField
        label="Mute for"
        options={muteOptions}
        value={length}
        onChange={(event) => setLength(parseMuteChoice(event.target.value))}
      />
      {isModerator && (
        <SelectField
          label="Where"
          options={[
            { value: 'everywhere', label: 'In every room' },
            { value: 'room', label: `In ${room.name}` },
          ]}
          value={isEverywhere ? 'everywhere' : 'room'}
          onChange={(event) => setIsEverywhere(event.target.value === 'everywhere')}
        />
      )}
    </ReasonDialog>
  )
}
