import { Flashlight, FlashlightOff, Volume2, VolumeX } from 'lucide-react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { IconButton } from '~/design/icon-button'
import { type CameraState, useCamera, useWakeLock } from './use-camera'
import styles from './camera-stage.module.css'
import { useEffect, useEffectEvent, useState } from 'react'
import { createSeenCodes } from './seen-codes'

interface CodeReader {
  read: (source: HTMLVideoElement) => Promise<string[]>
}

type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }

type DetectorKind = {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<string[]>
}

const formats = ['qr_code']

// Eight reads a second find a code as soon as the hand is steady, without heating the phone.
const EVERY_MS = 120

interface CameraStageProps {
  /** False while a result or a dialog covers the camera. */
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
  none: {
    title: 'No camera found',
    todo: 'Type the code, a name or the last five digits of a ticket number.',
  },
  busy: { title: 'Another app is using the camera', todo: 'Close that app, then try again.' },
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

/**
 * Reads codes in the picture while `isReading`. Returns whether this device can read codes; undefined until that is
 * known.
 */
function useCodeReading(
  video: HTMLVideoElement | null,
  isReading: boolean,
  onCode: (code: string) => void,
): boolean | undefined {
  const [reader, setReader] = useState<CodeReader | null>()
  const [seen] = useState(createSeenCodes)
  const report = useEffectEvent(onCode)
  useEffect(() => {
    let isOver = false
    openCodeReader().then(
      (opened) => !isOver && setReader(opened),
      () => !isOver && setReader(null),
    )
    return () => {
      isOver = true
    }
  }, [])
  useEffect(() => {
    if (!reader || !video) return undefined
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    async function readFrame(source: HTMLVideoElement, by: CodeReader): Promise<void> {
      const codes =
        source.readyState >= 2 && source.videoWidth > 0 ? await by.read(source).catch(() => []) : []
      if (isOver) return
      const fresh = seen.findNewCode(codes, performance.now(), isReading)
      if (fresh !== undefined) report(fresh)
      timer = setTimeout(() => void readFrame(source, by), EVERY_MS)
    }
    void readFrame(video, reader)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [reader, video, isReading, seen])
  return reader === undefined ? undefined : reader !== null
}

/** Opens the browser's reader if it reads QR codes; otherwise loads and compiles the bundled one. */
async function openCodeReader(): Promise<CodeReader> {
  const detector = (await createBrowserDetector()) ?? (await loadDetector())
  return { read: async (source) => (await detector.detect(source)).map(({ rawValue }) => rawValue) }
}

async function createBrowserDetector(): Promise<Detector | undefined> {
  const Own = (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector
  if (!Own) return undefined
  try {
    return (await Own.getSupportedFormats()).includes('qr_code') ? new Own({ formats }) : undefined
  } catch {
    // The browser has the API, but this system lacks the service.
    return undefined
  }
}

async function loadDetector(): Promise<Detector> {
  const { createDetector } = await import('./wasm-reader')
  return createDetector()
}
