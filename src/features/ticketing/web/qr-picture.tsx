/** A QR code drawn from its modules' path; the quiet zone is the padding of the box around it. */
export function QrPicture(props: { path: string; size: number; label: string }) {
  return (
    <svg
      viewBox={`0 0 ${props.size} ${props.size}`}
      role="img"
      aria-label={props.label}
      shapeRendering="crispEdges"
    >
      <path d={props.path} fill="#151410" />
    </svg>
  )
}
