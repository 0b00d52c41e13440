import { GateDatabase } from './device-storage'
import { GateClient } from './session'
import { serverFetch } from './transport'

/**
 * Takes this browser off the gate when its person signs out in the office. A phone that joined
 * by a code stays: its shift is nobody's sign-in. Throws what the network throws.
 */
export async function signOutOfGate() {
  const { kept } = await (await GateDatabase.open()).load()
  if (!kept.me?.device.isStaff) return
  const leave = () => new GateClient(serverFetch).signOut()
  // A gate that is open in another tab stops for good, as for a newer one.
  await (navigator.locks ? navigator.locks.request('gate', { steal: true }, leave) : leave())
}
