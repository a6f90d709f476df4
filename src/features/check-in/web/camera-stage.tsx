import { Flashlight, FlashlightOff, Volume2, VolumeX } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { IconButton } from '~/design/icon-button'
import { type CameraState, useCamera, useWakeLock } from './use-camera'
import { useCodeReading } from './use-code-reading'
import styles from './camera-stage.module.css'

interface CameraStageProps {
  /** False while a result or a dialog covers it. */
  isReading: boolean
  onCode: (code: string) => void
  isLoud: boolean
  onLoud: (isLoud: boolean) => void
  /** Opens the search, which works without a camera. */
  onSearch: () => void
}

const problems: Readonly<Record<Exclude<CameraState, 'starting' | 'on'>, { title: string; todo: string }>> = {
  refused: {
    title: 'The camera is blocked',
    todo: 'Allow it for this site in the browser’s settings, then try again.',
  },
  none: { title: 'No camera found', todo: 'Type the code, a name or the last digits of a number.' },
  busy: { title: 'Another app is using the camera', todo: 'Close it, then try again.' },
}

// A status role instead of an output element, which may not contain paragraphs and buttons.
const announced = { role: 'status' } as const

export function CameraStage({ isReading, onCode, isLoud, onLoud, onSearch }: CameraStageProps) {
  const { show, video, state, torch, retry } = useCamera(true)
  const canRead = useCodeReading(video, isReading && state === 'on', onCode)
  useWakeLock(state === 'on')
  const problem = state === 'on' || state === 'starting' ? undefined : problems[state]
  return (
    <div className={styles.stage}>
      <video ref={show} className={styles.picture} muted playsInline aria-label="Camera picture" />
      {!problem && canRead !== false && (
        <svg className={styles.frame} viewBox="0 0 100 100" aria-hidden="true">
          <path d="M1 22V1h21M78 1h21v21M99 78v21H78M22 99H1V78" />
        </svg>
      )}
      <div className={styles.tools}>
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
        <div className={styles.problem} {...announced}>
          <p className="title-3">{problem.title}</p>
          <p>{problem.todo}</p>
          <div className={classNames('row', styles.choices)}>
            <Button onClick={retry}>Try again</Button>
            <Button variant="outline" onClick={onSearch}>
              Search instead
            </Button>
          </div>
        </div>
      ) : (
        <p className={styles.hint}>{getHint(state, canRead)}</p>
      )}
    </div>
  )
}

function getHint(state: CameraState, canRead: boolean | undefined): string {
  if (canRead === false) return 'This device can’t read codes. Search by name instead.'
  return state === 'on' && canRead ? 'Hold the code in the frame' : 'Opening the camera'
}
