// The part of the JSON library that modules of VCV Rack are given, for our test double of Rack.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

using json_int_t = long long;

struct json_t {
  enum class Type { kObject, kArray, kInteger, kReal, kString } type;
  std::map<std::string, json_t*> members;
  std::vector<json_t*> items;
  double number = 0.0;
  json_int_t integer = 0;
  std::string text;
};

json_t* json_object();
json_t* json_array();
json_t* json_integer(json_int_t value);
json_t* json_real(double value);
json_t* json_string(const char* value);
// The value belongs to what it is put into.
int json_object_set_new(json_t* object, const char* key, json_t* value);
int json_array_append_new(json_t* array, json_t* value);
// Null, 0 or empty where there is none or it is of another type.
json_t* json_object_get(const json_t* object, const char* key);
json_t* json_array_get(const json_t* array, std::size_t index);
std::size_t json_array_size(const json_t* array);
json_int_t json_integer_value(const json_t* value);
double json_number_value(const json_t* value);
const char* json_string_value(const json_t* value);
bool json_is_integer(const json_t* value);
bool json_is_number(const json_t* value);
void json_decref(json_t* value);
