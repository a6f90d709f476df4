import { useCallback, useEffect, useRef, useState } from 'react'

export type CameraState = 'starting' | 'on' | 'refused' | 'none' | 'busy'

export interface Camera {
  /** For the `ref` of the video that shows it. */
  show: (video: HTMLVideoElement | null) => void
  video: HTMLVideoElement | null
  state: CameraState
  /** Undefined where there is no light to switch. */
  torch: { isOn: boolean; toggle: () => void } | undefined
  retry: () => void
}

/** The rear camera where there is one, while it is wanted and the page is looked at. */
export function useCamera(isWanted: boolean): Camera {
  const [video, show] = useState<HTMLVideoElement | null>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isLit, setIsLit] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const isVisible = useVisible()
  useEffect(() => {
    if (!video || !isWanted || !isVisible) return undefined
    let isGone = false
    let opened: MediaStream | undefined
    openCamera()
      .then(async (stream) => {
        if (isGone) return stop(stream)
        opened = stream
        video.srcObject = stream
        await video.play()
        setTrack(stream.getVideoTracks()[0])
        setState('on')
      })
      .catch((error: unknown) => {
        if (!isGone) setState(problemOf(error))
      })
    return () => {
      isGone = true
      if (opened) stop(opened)
      video.srcObject = null
      setTrack(undefined)
      setIsLit(false)
    }
  }, [video, isWanted, isVisible, attempt])
  const isLightable = track !== undefined && hasTorch(track)
  const toggle = useCallback(() => {
    track
      ?.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] })
      .then(() => setIsLit(!isLit))
      // Some phones name a light that they do not switch.
      .catch(() => undefined)
  }, [track, isLit])
  const retry = useCallback(() => {
    setState('starting')
    setAttempt((before) => before + 1)
  }, [])
  return { show, video, state, torch: isLightable ? { isOn: isLit, toggle } : undefined, retry }
}

async function openCamera(): Promise<MediaStream> {
  // Absent where the page did not come over a secure line.
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
  if (!devices) throw new DOMException('no camera', 'NotFoundError')
  return devices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 1280 } },
  })
}

function stop(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function problemOf(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}

function hasTorch(track: MediaStreamTrack): boolean {
  const can: object = 'getCapabilities' in track ? track.getCapabilities() : {}
  return 'torch' in can && can.torch === true
}

function useVisible(): boolean {
  const [isVisible, setIsVisible] = useState(true)
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === 'visible')
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

/** The screen does not go dark while it is wanted; where the browser cannot do that, it does. */
export function useWakeLock(isWanted: boolean): void {
  const lock = useRef<{ release: () => Promise<void> }>(undefined)
  const isVisible = useVisible()
  useEffect(() => {
    // The browser takes it away whenever the page is hidden.
    if (!isWanted || !isVisible || !('wakeLock' in navigator)) return undefined
    let isGone = false
    navigator.wakeLock
      .request('screen')
      .then((taken) => {
        if (isGone) return taken.release()
        lock.current = taken
        return undefined
      })
      .catch(() => undefined)
    return () => {
      isGone = true
      lock.current?.release().catch(() => undefined)
      lock.current = undefined
    }
  }, [isWanted, isVisible])
}
