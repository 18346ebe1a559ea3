#pragma once
/* The hash functions below the EVP layer: their state is a plain value, which is what makes a key
   that was absorbed once serve for many messages. OpenSSL 3 calls them deprecated and keeps them. */
#ifndef OPENSSL_SUPPRESS_DEPRECATED
#define OPENSSL_SUPPRESS_DEPRECATED
#endif
#include <openssl/sha.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* SHA-256 after the first block of each of HMAC's two hashes (RFC 2104). */
typedef struct {
  SHA256_CTX inner;
  SHA256_CTX outer;
} countersign_hmac_key;

/* `block`: the key, filled up with zeros to 64 bytes. */
static inline countersign_hmac_key countersign_hmac_prepare(const uint8_t *block) {
  countersign_hmac_key key;
  uint8_t padded[64];
  for (size_t i = 0; i < 64; i++) padded[i] = block[i] ^ 0x36;
  SHA256_Init(&key.inner);
  SHA256_Update(&key.inner, padded, 64);
  for (size_t i = 0; i < 64; i++) padded[i] = block[i] ^ 0x5C;
  SHA256_Init(&key.outer);
  SHA256_Update(&key.outer, padded, 64);
  return key;
}

static inline void countersign_hmac_tag(const countersign_hmac_key *key, const void *message,
                                        size_t length, uint8_t *tag) {
  SHA256_CTX hash = key->inner;
  SHA256_Update(&hash, message, length);
  SHA256_Final(tag, &hash);
  hash = key->outer;
  SHA256_Update(&hash, tag, 32);
  SHA256_Final(tag, &hash);
}
