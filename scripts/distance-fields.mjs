// Signed distances from a point to simple solids, and operations to combine them.

export const clamp = (value, least, most) => Math.min(most, Math.max(least, value))
const mix = (a, b, share) => a + (b - a) * share
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const unit = (v) => v.map((n) => n / (Math.hypot(...v) || 1))

/** The union of two solids with a rounded seam. */
export function join(a, b, roundness) {
  const share = clamp(0.5 + (0.5 * (b - a)) / roundness, 0, 1)
  return mix(b, a, share) - roundness * share * (1 - share)
}
export const carve = (a, b, roundness) => -join(-a, b, roundness)

export function ellipsoid(x, y, z, [rx, ry, rz]) {
  const near = Math.hypot(x / rx, y / ry, z / rz)
  const far = Math.hypot(x / (rx * rx), y / (ry * ry), z / (rz * rz))
  return far === 0 ? -Math.min(rx, ry, rz) : (near * (near - 1)) / far
}

export function limb(x, y, z, [a, b], radius, endRadius = radius) {
  const [px, py, pz] = [x - a[0], y - a[1], z - a[2]]
  const [bx, by, bz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const share = clamp((px * bx + py * by + pz * bz) / (bx * bx + by * by + bz * bz), 0, 1)
  return Math.hypot(px - bx * share, py - by * share, pz - bz * share) - mix(radius, endRadius, share)
}

export const ring = (x, y, z, radius, thickness) => Math.hypot(Math.hypot(x, y) - radius, z) - thickness

/** A rounded cylinder along the x axis. */
export function tin(x, y, z, [radius, half, edge]) {
  const out = [Math.hypot(y, z) - radius + edge, Math.abs(x) - half + edge]
  return Math.min(Math.max(...out), 0) + Math.hypot(Math.max(out[0], 0), Math.max(out[1], 0)) - edge
}

export function box(x, y, z, [width, height, depth], edge = 0) {
  const out = [Math.abs(x) - width + edge, Math.abs(y) - height + edge, Math.abs(z) - depth + edge]
  return Math.min(Math.max(...out), 0) + Math.hypot(...out.map((n) => Math.max(n, 0))) - edge
}

/** An infinite vertical cylinder. */
export const post = (x, z, radius) => Math.hypot(x, z) - radius

/** A flat disc around the y axis, centered at y = 0. */
export const disc = (x, y, z, radius, half) => Math.max(Math.hypot(x, z) - radius, Math.abs(y) - half)
