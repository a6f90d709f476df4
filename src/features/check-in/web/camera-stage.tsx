import { Flashlight, FlashlightOff, Volume2, VolumeX } from 'lucide-react'
import { Button } from '~/design/button'
import { IconButton } from '~/design/icon-button'
import { type CameraState, useCamera, useWakeLock } from './use-camera'
import { useCodeReading } from './use-code-reading'
import './camera-stage.css'

interface CameraStageProps {
  /** Off while an answer stands, or something else lies over it. */
  isReading: boolean
  onCode: (code: string) => void
  isLoud: boolean
  onLoud: (isLoud: boolean) => void
  /** Leads to the search, which works without a camera. */
  onSearch: () => void
}

const problems: Readonly<Record<Exclude<CameraState, 'starting' | 'on'>, { title: string; todo: string }>> = {
  refused: {
    title: 'The camera is blocked',
    todo: 'Allow it for this site in the browser’s settings, then try again.',
  },
  none: { title: 'No camera here', todo: 'Type the code, a name or the last digits of a number.' },
  busy: { title: 'Another app holds the camera', todo: 'Close it, then try again.' },
}

// It holds paragraphs and buttons, which an output may not.
const told = { role: 'status' } as const

/** The camera with its frame. Dark in both themes: it stands in a doorway. */
export function CameraStage({ isReading, onCode, isLoud, onLoud, onSearch }: CameraStageProps) {
  const { show, video, state, torch, retry } = useCamera(true)
  const canRead = useCodeReading(video, isReading && state === 'on', onCode)
  useWakeLock(state === 'on')
  const problem = state === 'on' || state === 'starting' ? undefined : problems[state]
  return (
    <div className="door-cam">
      <video ref={show} className="view" muted playsInline aria-label="What the camera sees" />
      {!problem && canRead !== false && (
        <svg className="frame" viewBox="0 0 100 100" aria-hidden="true">
          <path d="M1 22V1h21M78 1h21v21M99 78v21H78M22 99H1V78" />
        </svg>
      )}
      <div className="tools">
        {torch && (
          <IconButton
            label={torch.isOn ? 'Torch off' : 'Torch on'}
            icon={torch.isOn ? FlashlightOff : Flashlight}
            tooltip={false}
            onClick={torch.toggle}
          />
        )}
        <IconButton
          label="Sound"
          aria-pressed={isLoud}
          icon={isLoud ? Volume2 : VolumeX}
          tooltip={false}
          onClick={() => onLoud(!isLoud)}
        />
      </div>
      {problem ? (
        <div className="trouble" {...told}>
          <p className="t3">{problem.title}</p>
          <p>{problem.todo}</p>
          <div className="row">
            <Button onClick={retry}>Try again</Button>
            <Button variant="outline" onClick={onSearch}>
              Search instead
            </Button>
          </div>
        </div>
      ) : (
        <p className="hint">{hintOf(state, canRead)}</p>
      )}
    </div>
  )
}

function hintOf(state: CameraState, canRead: boolean | undefined): string {
  if (canRead === false) return 'Codes cannot be read here. Search by name instead.'
  return state === 'on' && canRead ? 'Hold the code in the frame' : 'Opening the camera'
}
