import { expect, test } from 'vitest';
import { isPublicAddress } from './networks.ts';

/** The first and last address of each special network, and their neighbours outside where those are public. */
const refused = [
  '0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 127.0.0.1 127.255.255.255',
  '169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.192 192.0.2.1 192.88.99.1',
  '192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.255',
  '240.0.0.1 255.255.255.255 168.63.129.16',
  ':: ::1 ::7f00:1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:93.184.216.34 ::ffff:0:127.0.0.1 64:ff9b::7f00:1',
  '64:ff9b:1::1 100::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:10::1 2001:20::1 2001:db8::1 2002:7f00:1::1',
  '2002:c0a8:101::1 3fff::1 fc00::1 fd00:ec2::254 fdff:ffff::1 fe80::1 febf::1 fec0::1 ff02::1 5f00::1',
  'fe80::1%eth0 2606:4700::1111%eth0',
].flatMap((line) => line.split(' '));

const accepted = [
  '1.0.0.0 9.255.255.255 11.0.0.0 93.184.216.34 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 169.253.255.255',
  '169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255',
  '168.63.129.15 168.63.129.17 2001:200::1 2001:4860:4860::8888 2606:4700::1111 2a00::1 3ffe::1',
].flatMap((line) => line.split(' '));

/** Not addresses in the usual notation. */
const nonsense = [
  '',
  'localhost',
  '2130706433',
  '0x7f000001',
  '127.1',
  '0177.0.0.1',
  '[::1]',
  '1.2.3.4.5',
  ' 1.1.1.1',
  '1.1.1.1 ',
];

test.each([...refused, ...nonsense])('%j is not public', (address) =>
  expect(isPublicAddress(address)).toBe(false),
);
test.each(accepted)('%j is public', (address) => expect(isPublicAddress(address)).toBe(true));
