import { useCallback, useEffect, useRef, useState } from 'react'

export type CameraState = 'starting' | 'on' | 'refused' | 'none' | 'busy'

export interface Camera {
  /** For the `ref` of the video element. */
  show: (video: HTMLVideoElement | null) => void
  video: HTMLVideoElement | null
  state: CameraState
  /** Undefined if there is no torch. */
  torch: { isOn: boolean; toggle: () => void } | undefined
  retry: () => void
}

/** Uses the rear camera if there is one, while `isRequested` is true and the page is visible. */
export function useCamera(isRequested: boolean): Camera {
  // A new object with the same video reopens the camera.
  const [stage, setStage] = useState<{ video: HTMLVideoElement } | null>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isLit, setIsLit] = useState(false)
  const isVisible = useIsPageVisible()
  useEffect(() => {
    if (!stage || !isRequested || !isVisible) return undefined
    return runCamera(stage.video, (next, opened) => {
      setState(next)
      setTrack(opened)
      setIsLit(false)
    })
  }, [stage, isRequested, isVisible])
  const show = useCallback((video: HTMLVideoElement | null) => setStage(video && { video }), [])
  const isLightable = track !== undefined && hasTorch(track)
  const toggle = useCallback(() => {
    track
      ?.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] })
      .then(() => setIsLit(!isLit))
      // Ignore the error: some phones report a torch that they can't switch.
      .catch(() => undefined)
  }, [track, isLit])
  const retry = useCallback(() => {
    setState('starting')
    setStage((before) => before && { ...before })
  }, [])
  return {
    show,
    video: stage?.video ?? null,
    state,
    torch: isLightable ? { isOn: isLit, toggle } : undefined,
    retry,
  }
}

/** Shows the camera in the video until the returned function is called. */
function runCamera(
  video: HTMLVideoElement,
  onState: (state: CameraState, track: MediaStreamTrack | undefined) => void,
): () => void {
  let isStopped = false
  let opened: MediaStream | undefined
  async function startStream(): Promise<void> {
    try {
      const stream = await openCamera()
      if (isStopped) {
        stopStream(stream)
        return
      }
      opened = stream
      video.srcObject = stream
      await video.play()
      if (!isStopped) onState('on', stream.getVideoTracks()[0])
    } catch (error) {
      if (!isStopped) onState(toCameraState(error), undefined)
    }
  }
  void startStream()
  return () => {
    isStopped = true
    if (opened) stopStream(opened)
    video.srcObject = null
  }
}

async function openCamera(): Promise<MediaStream> {
  // Missing on pages without HTTPS.
  const devices = (navigator as { mediaDevices?: MediaDevices }).mediaDevices
  if (!devices) throw new DOMException('no camera', 'NotFoundError')
  return devices.getUserMedia({
    audio: false,
    video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 1280 } },
  })
}

function stopStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

function toCameraState(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}

function hasTorch(track: MediaStreamTrack): boolean {
  const can: object = 'getCapabilities' in track ? track.getCapabilities() : {}
  return 'torch' in can && can.torch === true
}

function useIsPageVisible(): boolean {
  const [isVisible, setIsVisible] = useState(true)
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === 'visible')
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isVisible
}

/** Keeps the screen on while `isRequested` is true, if the browser supports it. */
export function useWakeLock(isRequested: boolean): void {
  const lock = useRef<{ release: () => Promise<void> }>(undefined)
  const isVisible = useIsPageVisible()
  useEffect(() => {
    // The browser releases the lock whenever the page is hidden.
    if (!isRequested || !isVisible || !('wakeLock' in navigator)) return undefined
    let isOver = false
    navigator.wakeLock
      .request('screen')
      .then((taken) => {
        if (isOver) return taken.release()
        lock.current = taken
        return undefined
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      lock.current?.release().catch(() => undefined)
      lock.current = undefined
    }
  }, [isRequested, isVisible])
}
